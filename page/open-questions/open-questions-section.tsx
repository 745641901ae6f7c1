/** What the document leaves open, and which answers the mock gives. */

import { useId } from "preact/hooks";
import { formatJson } from "../../base/json.ts";
import { openQuestions, type Profile, type QuestionId, questionIds } from "../../spec/open-questions.ts";
import { defaultProfile, namedProfiles } from "../../spec/profile.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { saveText } from "../parts/copy.ts";
import { FileDrop } from "../parts/file-drop.tsx";
import { plural } from "../parts/format.ts";
import { Ticks } from "../parts/text.tsx";
import { differences } from "./open-questions-model.ts";
import { questionEffects } from "./question-effects.ts";

export function OpenQuestionsSection() {
  const { questions } = useModel();
  const profile = questions.profile.value;
  const loaded = questions.loaded.value;
  const different = differences(profile);
  const isGiven = (named: Profile) => questionIds.every((id) => named[id] === profile[id]);
  return (
    <div class="sheet">
      <section class="card" aria-label="Profile">
        <header>
          <h2>
            {different.length === 0
              ? "Every answer is the default one"
              : `${plural(different.length, "answer")} of ${questionIds.length} ${different.length === 1 ? "differs" : "differ"} from the default`}
          </h2>
          <Button
            icon="down"
            onPress={() => saveText(`${formatJson(profile, 2)}\n`, "profile.json", "application/json")}
          >
            Download the profile
          </Button>
        </header>
        <div class="buttons">
          <span class="muted">Answer as</span>
          {Object.entries(namedProfiles).map(([name, named]) => (
            <Button
              key={name}
              pressed={isGiven(named)}
              onPress={() => questions.use(named, `the profile ${name}`)}
            >
              {name}
            </Button>
          ))}
          {loaded && (
            <Button
              pressed={isGiven(loaded.profile)}
              onPress={() => questions.use(loaded.profile, loaded.name)}
            >
              {loaded.name}
            </Button>
          )}
        </div>
        <FileDrop what="a profile to compare with, such as staging's" onText={questions.load} />
      </section>
      <ul class="questions">
        {questionIds.map((id) => (
          <Question
            key={id}
            id={id}
            answer={profile[id]}
            onAnswer={(answer) => questions.answer(id, answer)}
          />
        ))}
      </ul>
    </div>
  );
}

interface QuestionProps {
  readonly id: QuestionId;
  readonly answer: string;
  readonly onAnswer: (answer: string) => void;
}

function Question({ id, answer, onAnswer }: QuestionProps) {
  const { questions } = useModel();
  const group = useId();
  const { question, answers } = openQuestions[id];
  const usual = defaultProfile[id];
  const loaded = questions.loaded.value;
  const isSaid = (value: string) => loaded?.said.has(id) && loaded.profile[id] === value;
  return (
    <li class={`question ${answer === usual ? "" : "differs"}`}>
      <fieldset aria-describedby={`${group}-effect`}>
        <legend>
          <Ticks text={question} />
        </legend>
        <p class="muted" id={`${group}-effect`}>
          {questionEffects[id]}
        </p>
        {Object.entries(answers).map(([value, meaning]) => (
          <label key={value} class="choice">
            <input type="radio" name={group} checked={value === answer} onChange={() => onAnswer(value)} />
            <span class="choice-name data">{value}</span>
            <span class="muted">
              <Ticks text={meaning} />
            </span>
            {isSaid(value) && <span class="tag said">{loaded!.name}</span>}
            {value === usual && <span class="tag">default</span>}
          </label>
        ))}
      </fieldset>
    </li>
  );
}

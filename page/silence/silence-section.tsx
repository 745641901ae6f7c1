/** What the document leaves open, and which answers the mock plays. */

import { useId } from "preact/hooks";
import { formatJson } from "../../base/json.ts";
import { openQuestions, type Profile, type QuestionId, questionIds } from "../../spec/open-questions.ts";
import { defaultProfile, namedProfiles } from "../../spec/profile.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { saveText } from "../parts/copy.ts";
import { FileDrop } from "../parts/file-drop.tsx";
import { plural } from "../parts/format.ts";
import { Ticks } from "../parts/ticks.tsx";
import { differences } from "./silence-model.ts";

export function SilenceSection() {
  const { silence } = useModel();
  const profile = silence.profile.value;
  const different = differences(profile);
  const isPlayed = (named: Profile) => questionIds.every((id) => named[id] === profile[id]);
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
            Save the profile
          </Button>
        </header>
        <div class="buttons">
          <span class="muted">Play</span>
          {Object.entries(namedProfiles).map(([name, named]) => (
            <Button
              key={name}
              pressed={isPlayed(named)}
              onPress={() => silence.play(named, `the profile ${name}`)}
            >
              {name}
            </Button>
          ))}
        </div>
        <FileDrop what="a profile file" onText={silence.playFile} />
      </section>
      <ul class="questions">
        {questionIds.map((id) => (
          <Question key={id} id={id} answer={profile[id]} onAnswer={(answer) => silence.answer(id, answer)} />
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
  const group = useId();
  const { question, answers } = openQuestions[id];
  const usual = defaultProfile[id];
  return (
    <li class={`question ${answer === usual ? "" : "differs"}`}>
      <fieldset>
        <legend>
          <Ticks text={question} />
        </legend>
        {Object.entries(answers).map(([value, story]) => (
          <label key={value} class="choice">
            <input type="radio" name={group} checked={value === answer} onChange={() => onAnswer(value)} />
            <span class="choice-name">{value}</span>
            <span class="muted">
              <Ticks text={story} />
            </span>
            {value === usual && <span class="tag">default</span>}
          </label>
        ))}
      </fieldset>
    </li>
  );
}

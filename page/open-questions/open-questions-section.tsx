/** Shows the questions that the document leaves open, and the mock's answers. */

import { useId } from "preact/hooks";
import { formatJson } from "../../base/json.ts";
import { openQuestions, type QuestionId, questionIds } from "../../spec/open-questions.ts";
import { defaultProfile, namedProfiles } from "../../spec/profile.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { FileDrop } from "../parts/file-drop.tsx";
import { plural } from "../parts/format.ts";
import { Ticks } from "../parts/text.tsx";
import { differences } from "./open-questions-model.ts";
import { questionEffects } from "./question-effects.ts";

export function OpenQuestionsSection() {
  const { questions, notices } = useModel();
  const profile = questions.profile.value;
  const loaded = questions.loaded.value;
  const different = differences(profile);
  const choices = Object.entries({ ...namedProfiles, ...(loaded && { [loaded.name]: loaded.profile }) });
  return (
    <div class="sheet stack">
      <section class="card stack" aria-label="Profile">
        <header class="row">
          <h2>
            {different.length === 0
              ? "Every answer is the default one"
              : `${plural(different.length, "answer")} of ${questionIds.length} ${different.length === 1 ? "differs" : "differ"} from the default`}
          </h2>
          <Button
            icon="down"
            text="Download the profile"
            onPress={() => notices.save("profile.json", `${formatJson(profile, 2)}\n`)}
          />
        </header>
        <div class="row">
          <span class="muted">Answer as</span>
          {choices.map(([name, named]) => (
            <Button
              key={name}
              text={name}
              aria-pressed={questionIds.every((id) => named[id] === profile[id])}
              onPress={() => questions.use(named, `the profile ${name}`)}
            />
          ))}
        </div>
        <FileDrop what="a profile to compare with, such as staging's" onText={questions.load} />
      </section>
      <ul class="questions tiles">
        {questionIds.map((id) => (
          <Question key={id} id={id} />
        ))}
      </ul>
    </div>
  );
}

function Question({ id }: { readonly id: QuestionId }) {
  const { questions } = useModel();
  const answer = questions.profile.value[id];
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
        <p class="muted small" id={`${group}-effect`}>
          {questionEffects[id]}
        </p>
        {Object.entries(answers).map(([value, meaning]) => (
          <label key={value} class="choice">
            <input
              type="radio"
              name={group}
              checked={value === answer}
              onChange={() => questions.answer(id, value)}
            />
            <span class="data">{value}</span>
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

import { useState } from 'react';
import { askedKeys } from '../../../../domain/forms/answers-from-text.ts';
import type { FormDefinition } from '../../../../schemas/shapes/forms.ts';
import { settingsWords } from '../../../../texts/en/dashboard/event-type-settings.ts';
import { EventFacts } from '../../../parts/event-facts.tsx';
import { useWords } from '../../../parts/locale.ts';
import { Question } from '../../../parts/question.tsx';
import { questionName } from '../../../parts/question-names.ts';
import { useEditor } from './editor-context.ts';
import type { EventType, Patch } from './event-type.ts';

/**
 * How the booking page looks: what is typed, drawn with the page's own parts before it is saved, or the page itself in a frame, as guests get it now.
 */
export function Preview({ typed }: { readonly typed: Patch }) {
  const words = useWords(settingsWords);
  const { event } = useEditor();
  const [isReal, setReal] = useState(false);
  return (
    <aside className="event-preview" aria-label={words.preview}>
      <p className="eyebrow">{words.preview}</p>
      {event.bookingUrl !== null && (
        <div className="preview-kind">
          {[false, true].map((real) => (
            <button key={String(real)} type="button" aria-pressed={isReal === real} onClick={() => setReal(real)}>
              {real ? words.previewReal : words.previewTyped}
            </button>
          ))}
        </div>
      )}
      {isReal && event.bookingUrl !== null ? (
        <RealPage url={event.bookingUrl} version={event.version} />
      ) : (
        <AsTyped typed={typed} />
      )}
      <p className="small quiet">{isReal ? words.previewRealHint : words.previewHint}</p>
    </aside>
  );
}

/** A new version is a new frame: after each save it shows what guests get. It cannot lead the dashboard away. */
const RealPage = ({ url, version }: { readonly url: string; readonly version: number }) => (
  <iframe
    key={version}
    className="preview-page"
    src={`${url}?embed=1`}
    title={useWords(settingsWords).previewReal}
    sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
  />
);

function AsTyped({ typed }: { readonly typed: Patch }) {
  const words = useWords(settingsWords);
  const { event } = useEditor();
  const name = typed.name ?? event.name;
  const description = typed.description === undefined ? event.description : typed.description;
  const approves = typed.requiresApproval ?? event.requiresApproval;
  const needsCode = typed.bookingPolicy?.requireOtpHuman ?? event.bookingPolicy.requireOtpHuman;
  const form = typed.form === undefined ? (event.form?.definition ?? null) : typed.form;
  return (
    <div className="sheet">
      <p className="eyebrow">
        <bdi>{event.host.name}</bdi>
      </p>
      <p className="preview-name" dir="auto">
        {name === '' ? words.noName : name}
      </p>
      <EventFacts
        durationMinutes={typed.durationMinutes || event.durationMinutes}
        locationType={typed.locationType ?? event.locationType}
      />
      {description && (
        <p className="about prewrap" dir="auto">
          {description}
        </p>
      )}
      {form !== null && <Asked form={form as FormDefinition} />}
      {(approves || needsCode) && (
        <p className="small quiet preview-note">
          {needsCode && words.needsCode} {approves && words.approves}
        </p>
      )}
    </div>
  );
}

type Fields = NonNullable<EventType['form']>['definition']['fields'];

/** The questions, as guests answer them: each shows once its condition holds. */
function Asked({ form }: { readonly form: FormDefinition }) {
  const words = useWords(settingsWords);
  const [answers, setAnswers] = useState<Readonly<Record<string, unknown>>>({});
  const asked = askedKeys(form.fields, answers);
  return (
    <form
      className="preview-form"
      aria-label={form.name}
      onInput={({ currentTarget }) => setAnswers(answersIn(currentTarget, form.fields))}
      onSubmit={(happened) => happened.preventDefault()}
    >
      <p className="eyebrow">{words.askedAfter}</p>
      <p className="preview-questions">
        <strong dir="auto">{form.name}</strong>
      </p>
      {form.description !== undefined && (
        <p className="small prewrap" dir="auto">
          {form.description}
        </p>
      )}
      {form.fields
        .filter(({ key }) => asked.has(key))
        .map((field) => (
          <Question key={`${field.key} ${field.type}`} field={field} typed={undefined} onlyIf={null} country="" />
        ))}
    </form>
  );
}

function answersIn(form: HTMLFormElement, fields: Fields): Readonly<Record<string, unknown>> {
  const typed = new FormData(form);
  return Object.fromEntries(
    fields.map(({ key, type }) => {
      const name = questionName(key);
      return [key, type === 'multi_select' ? typed.getAll(name) : (typed.get(name) ?? '')];
    }),
  );
}

import { useState } from 'react';
import { describedBy, Field, type FieldFrame } from '../../parts/field.tsx';
import type { CallError } from '../data/call.ts';
import { pageWords } from '../parts/page-words.ts';
import { Headline } from './headline.tsx';

const say = pageWords(
  {
    notCode: 'That is not a code. It has eight letters, such as BCDF-GHJK.',
    nobody: 'Nobody waits with this code. Compare it with what the terminal shows; codes end after 15 minutes.',
    label: 'Code',
    hint: 'The eight letters that the terminal or the agent shows.',
    eight: 'The code has eight letters, such as BCDF-GHJK.',
    title: 'Connect a device',
    error: 'Error: Connect a device',
    lead: 'A tool or an agent that asked for access shows you a code. Type it here to see who asks.',
    go: 'Continue',
  },
  {
    notCode: 'Das ist kein Code. Er hat acht Buchstaben, wie BCDF-GHJK.',
    nobody: 'Mit diesem Code wartet niemand. Vergleichen Sie ihn mit dem im Terminal; Codes enden nach 15 Minuten.',
    label: 'Code',
    hint: 'Die acht Buchstaben, die das Terminal oder der Agent zeigt.',
    eight: 'Der Code hat acht Buchstaben, wie BCDF-GHJK.',
    title: 'Gerät verbinden',
    error: 'Fehler: Gerät verbinden',
    lead: 'Ein Werkzeug oder ein Agent, der um Zugang bat, zeigt Ihnen einen Code. Tippen Sie ihn hier ein, um zu sehen, wer fragt.',
    go: 'Weiter',
  },
);

const LETTERS = 8;
const lettersOf = (typed: string): string => typed.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase();

interface EnterCodeProps {
  readonly typed?: string;
  /** what was wrong with the last one */
  readonly problem?: CallError;
  readonly onCode: (code: string) => void;
}

function words({ status }: CallError): string {
  return status === 400 ? say.notCode : say.nobody;
}

/** Entry by hand, if the link cannot be opened or its code is invalid. */
export function EnterCode({ typed = '', problem, onCode }: EnterCodeProps) {
  const [wrong, setWrong] = useState(problem && words(problem));
  const frame: FieldFrame = {
    id: 'code',
    label: say.label,
    required: true,
    hint: say.hint,
    problem: wrong,
  };
  return (
    <form
      className="code"
      onSubmit={(event) => {
        event.preventDefault();
        const code = String(new FormData(event.currentTarget).get('code'));
        const letters = lettersOf(code);
        // The code that was just refused is refused again.
        if (letters.length !== LETTERS) setWrong(say.eight);
        else if (letters === lettersOf(typed)) setWrong(problem && words(problem));
        else onCode(code.trim().toUpperCase());
      }}
    >
      <Headline title={wrong === undefined ? say.title : say.error}>{say.title}</Headline>
      <p className="lead">{say.lead}</p>
      <Field frame={frame}>
        <input
          type="text"
          id="code"
          name="code"
          defaultValue={typed.slice(0, 40)}
          maxLength={40}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-describedby={describedBy(frame)}
          aria-invalid={wrong === undefined ? undefined : true}
        />
      </Field>
      <div className="actions">
        <button type="submit" className="button">
          {say.go}
        </button>
      </div>
    </form>
  );
}

import { useState } from 'react';
import { describedBy, Field, type FieldFrame } from '../../parts/field.tsx';
import type { CallError } from '../data/call.ts';
import { Headline } from './headline.tsx';

const LETTERS = 8;
const lettersOf = (typed: string): string => typed.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase();

interface EnterCodeProps {
  readonly typed?: string;
  /** what was wrong with the last one */
  readonly problem?: CallError;
  readonly onCode: (code: string) => void;
}

function words({ status }: CallError): string {
  return status === 400
    ? 'That is not a code. It has eight letters, such as BCDF-GHJK.'
    : 'Nobody waits with this code. Compare it with what the terminal shows; codes end after 15 minutes.';
}

/** Entry by hand, if the link cannot be opened or its code is invalid. */
export function EnterCode({ typed = '', problem, onCode }: EnterCodeProps) {
  const [wrong, setWrong] = useState(problem && words(problem));
  const frame: FieldFrame = {
    id: 'code',
    label: 'Code',
    required: true,
    hint: 'The eight letters that the terminal or the agent shows.',
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
        if (letters.length !== LETTERS) setWrong('The code has eight letters, such as BCDF-GHJK.');
        else if (letters === lettersOf(typed)) setWrong(problem && words(problem));
        else onCode(code.trim().toUpperCase());
      }}
    >
      <Headline title={wrong === undefined ? 'Connect a device' : 'Error: Connect a device'}>Connect a device</Headline>
      <p className="lead">A tool or an agent that asked for access shows you a code. Type it here to see who asks.</p>
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
          Continue
        </button>
      </div>
    </form>
  );
}

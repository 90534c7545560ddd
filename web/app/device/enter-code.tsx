import { useState } from 'react';
import { enterCodeWords as say } from '../../../texts/en/dashboard/device.ts';
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

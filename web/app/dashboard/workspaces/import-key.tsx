import { useId, useState } from 'react';
import { importWords } from '../../../../texts/en/dashboard/imports.ts';
import { describedBy, Field, type FieldFrame } from '../../../parts/field.tsx';
import { useWords } from '../../../parts/locale.ts';
import { SERVICES, type Service } from './import-source.ts';

interface ImportKeyProps {
  readonly service: Service;
  readonly busy: boolean;
  /** what is wrong with the key that was sent */
  readonly problem: string | undefined;
  readonly onKey: (apiKey: string) => void;
}

/** Three steps: open the page of keys, make one, paste it. */
export function ImportKey({ service, busy, problem, onKey }: ImportKeyProps) {
  const words = useWords(importWords);
  const { name, keys } = SERVICES[service];
  const [key, setKey] = useState('');
  const [isMissing, setMissing] = useState(false);
  const frame: FieldFrame = {
    ...{ id: useId(), label: words.key(name), required: true, hint: words.keyHint },
    problem: isMissing ? words.keyMissing : problem,
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(key.trim() === '');
        if (key.trim() !== '') onKey(key.trim());
      }}
    >
      <ol className="import-steps">
        <li>
          {words.open}{' '}
          <a href={keys} target="_blank" rel="noopener noreferrer">
            {words.keysOf[service]}
            <span className="vh"> {words.newTab}</span>
          </a>
        </li>
        <li>{words.make[service]}</li>
        <li>
          <Field frame={frame}>
            <input
              type="password"
              id={frame.id}
              value={key}
              maxLength={2_000}
              autoComplete="off"
              spellCheck={false}
              required
              aria-describedby={describedBy(frame)}
              aria-invalid={frame.problem === undefined ? undefined : true}
              onChange={({ currentTarget }) => setKey(currentTarget.value)}
            />
          </Field>
          <button type="submit" className="button second compact" aria-disabled={busy}>
            {busy ? words.asking(name) : words.lookUp}
          </button>
        </li>
      </ol>
    </form>
  );
}

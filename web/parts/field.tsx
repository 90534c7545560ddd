import type { ReactNode } from 'react';
import { questionWords } from '../../texts/en/pages/details.ts';
import { useWords } from './locale.ts';

export interface FieldFrame {
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
  readonly hint?: string | undefined;
  readonly onlyIf?: string | null;
  readonly problem?: string | undefined;
}

/** The ids of a control's descriptions, in reading order; undefined if it has none. */
export function describedBy({ id, hint, onlyIf, problem }: FieldFrame): string | undefined {
  const ids = [onlyIf && `${id}-only-if`, hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(' ');
}

/** Label, condition, help, problem, then the control. `group` makes a fieldset for several controls. */
export function Field({ frame, group = false, children }: { frame: FieldFrame; group?: boolean; children: ReactNode }) {
  const { id, label, required, hint, onlyIf, problem } = frame;
  const words = useWords(questionWords);
  const className = problem === undefined ? 'field' : 'field wrong';
  const name = (
    <>
      <bdi>{label}</bdi>
      {!required && <span className="optional"> ({words.optional})</span>}
    </>
  );
  const rest = (
    <>
      {onlyIf && (
        <p className="hint only-if" id={`${id}-only-if`}>
          {onlyIf}
        </p>
      )}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`} dir="auto">
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p className="problem" id={`${id}-problem`}>
          <span className="vh">{words.error}</span>
          {problem}
        </p>
      )}
      {children}
    </>
  );
  if (!group) {
    return (
      <div className={className} data-field={id}>
        <label htmlFor={id}>{name}</label>
        {rest}
      </div>
    );
  }
  return (
    <fieldset className={className} id={id} data-field={id} aria-describedby={describedBy(frame)}>
      <legend>{name}</legend>
      {rest}
    </fieldset>
  );
}

import type { ReactNode } from 'react';

export interface FieldFrame {
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
  readonly hint?: string | undefined;
  readonly onlyIf?: string | null;
  readonly problem?: string | undefined;
}

/** The ids that a control names as its description, in reading order; undefined where it has none. */
export function describedBy({ id, hint, onlyIf, problem }: FieldFrame): string | undefined {
  const ids = [onlyIf && `${id}-only-if`, hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(' ');
}

/** Label, when to answer, help, what is wrong, then the control. `group` makes a fieldset for several controls. */
export function Field({ frame, group = false, children }: { frame: FieldFrame; group?: boolean; children: ReactNode }) {
  const { id, label, required, hint, onlyIf, problem } = frame;
  const className = problem === undefined ? 'field' : 'field wrong';
  const name = (
    <>
      {label}
      {!required && <span className="optional"> (optional)</span>}
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
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p className="problem" id={`${id}-problem`}>
          <span className="vh">Error: </span>
          {problem}
        </p>
      )}
      {children}
    </>
  );
  if (!group) {
    return (
      <div className={className}>
        <label htmlFor={id}>{name}</label>
        {rest}
      </div>
    );
  }
  return (
    <fieldset className={className} id={id} aria-describedby={describedBy(frame)}>
      <legend>{name}</legend>
      {rest}
    </fieldset>
  );
}

import { Notice } from './notice.tsx';

export interface FormProblem {
  /** the id of the control that the reader is sent to; null where no one control is wrong */
  readonly fieldId: string | null;
  readonly message: string;
}

/** What is wrong with a form, each with a way to its field; `title` where something else than the fields is wrong. */
export function ErrorSummary({ problems, title }: { problems: readonly FormProblem[]; title?: string | undefined }) {
  if (problems.length === 0) return null;
  const heading =
    title ?? (problems.length === 1 ? 'One thing needs your attention' : 'A few things need your attention');
  return (
    <Notice notice={{ tone: 'error', title: heading }}>
      <ul>
        {problems.map(({ fieldId, message }) => (
          <li key={`${fieldId}${message}`}>{fieldId === null ? message : <a href={`#${fieldId}`}>{message}</a>}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** The first message about a control, to stand beside it. */
export const problemOf = (problems: readonly FormProblem[], fieldId: string): string | undefined =>
  problems.find((problem) => problem.fieldId === fieldId)?.message;

import { questionWords } from '../../texts/en/pages/details.ts';
import { useWords } from './locale.ts';
import { Notice } from './notice.tsx';

export interface FormProblem {
  /** the id of the control to go to; null if no single control is wrong */
  readonly fieldId: string | null;
  readonly message: string;
  /** the field's label, if the message lacks it */
  readonly about?: string;
}

/** Problems of a form, each with a link to its field; `title` if something else than the fields is wrong. */
export function ErrorSummary({ problems, title }: { problems: readonly FormProblem[]; title?: string | undefined }) {
  const { attention } = useWords(questionWords);
  if (problems.length === 0) return null;
  return (
    <Notice notice={{ tone: 'error', title: title ?? attention(problems.length) }}>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.fieldId}${problem.message}`} dir="auto">
            {problem.fieldId === null ? (
              <Line {...problem} />
            ) : (
              <a href={`#${problem.fieldId}`}>
                <Line {...problem} />
              </a>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** "Team size: Choose one of the answers." No colon after a question mark. */
function Line({ about, message }: FormProblem) {
  if (about === undefined) return message;
  return (
    <>
      <bdi>{about}</bdi>
      {/[?!.:…]$/.test(about) ? ` ${message}` : `: ${message}`}
    </>
  );
}

/** The first message about a control, shown beside it. */
export const problemOf = (problems: readonly FormProblem[], fieldId: string): string | undefined =>
  problems.find((problem) => problem.fieldId === fieldId)?.message;

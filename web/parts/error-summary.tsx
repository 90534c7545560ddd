import { useWords } from '../texts/locale.ts';
import { questionWords } from '../texts/questions.ts';
import { Notice } from './notice.tsx';

export interface FormProblem {
  /** the id of the control that the reader is sent to; null where no one control is wrong */
  readonly fieldId: string | null;
  readonly message: string;
  /** the field's label, where the message does not name it */
  readonly about?: string;
}

/** What is wrong with a form, each with a way to its field; `title` where something else than the fields is wrong. */
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

/** "Team size: Choose one of the answers." After a question's own mark there is no colon. */
function Line({ about, message }: FormProblem) {
  if (about === undefined) return message;
  return (
    <>
      <bdi>{about}</bdi>
      {/[?!.:…]$/.test(about) ? ` ${message}` : `: ${message}`}
    </>
  );
}

/** The first message about a control, to stand beside it. */
export const problemOf = (problems: readonly FormProblem[], fieldId: string): string | undefined =>
  problems.find((problem) => problem.fieldId === fieldId)?.message;

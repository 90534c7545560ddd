import { problemWords } from '../../texts/en/pages/frame.ts';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';

export interface ProblemPageProps {
  readonly title: string;
  readonly text: string;
  /** what to do, one step each */
  readonly steps?: readonly string[];
  /** a link to continue */
  readonly link?: { readonly href: string; readonly label: string };
  /** to retry: an address, or the fields of the posted form */
  readonly again?: { readonly href: string } | { readonly fields: readonly (readonly [string, string])[] };
  /** to quote when asking for help */
  readonly requestId?: string;
}

/** The page of a failure: what happened, and what to do next. */
export function ProblemPage({ title, text, steps, link, again, requestId }: ProblemPageProps) {
  const words = useWords(problemWords);
  return (
    <Layout title={title}>
      <Sheet>
        <h1>{title}</h1>
        <p className="lead">{text}</p>
        {steps !== undefined && (
          <ul className="points">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        )}
        {again !== undefined && <Again again={again} label={words.again} />}
        {link !== undefined && (
          <div className="actions">
            <a className={again === undefined ? 'button' : 'button second'} href={link.href}>
              {link.label}
            </a>
          </div>
        )}
        {requestId !== undefined && <p className="aside small quiet">{words.quote(requestId)}</p>}
      </Sheet>
    </Layout>
  );
}

/** Sends the form again to this page's address, with its values. */
function Again({ again, label }: { again: NonNullable<ProblemPageProps['again']>; label: string }) {
  if ('href' in again) {
    return (
      <div className="actions">
        <a className="button" href={again.href}>
          {label}
        </a>
      </div>
    );
  }
  return (
    <form method="post">
      {again.fields.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, and a name may come twice
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <div className="actions">
        <button type="submit" className="button">
          {label}
        </button>
      </div>
    </form>
  );
}

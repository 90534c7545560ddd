import { Layout, Sheet } from '../parts/layout.tsx';

export interface ProblemPageProps {
  readonly title: string;
  readonly text: string;
  /** a way on, where there is one */
  readonly link?: { readonly href: string; readonly label: string };
  /** to quote when asking for help */
  readonly requestId?: string;
}

/** A page that can't be shown: what happened, whose turn it is, and a way on. */
export function ProblemPage({ title, text, link, requestId }: ProblemPageProps) {
  return (
    <Layout title={title}>
      <Sheet>
        <h1>{title}</h1>
        <p className="lead">{text}</p>
        {link !== undefined && (
          <div className="actions">
            <a className="button second" href={link.href}>
              {link.label}
            </a>
          </div>
        )}
        {requestId !== undefined && <p className="aside small quiet">If you ask for help, quote {requestId}.</p>}
      </Sheet>
    </Layout>
  );
}

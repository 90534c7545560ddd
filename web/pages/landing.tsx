import { Layout, Sheet } from '../parts/layout.tsx';
import { landingWords } from '../texts/landing.ts';
import { useWords } from '../texts/locale.ts';

export interface LandingPageProps {
  /** where hosts sign in or sign up */
  readonly loginUrl: string;
  readonly docsUrl: string;
  readonly openapiUrl: string;
  readonly mcpUrl: string;
  readonly healthUrl: string;
  /** only on a demo stack; null in production */
  readonly demo: { readonly hostUrl: string; readonly mailboxUrl: string } | null;
}

/** {public_url}/ and {app_url}/: what this is, and where to go next. */
export function LandingPage({ loginUrl, docsUrl, openapiUrl, mcpUrl, healthUrl, demo }: LandingPageProps) {
  const words = useWords(landingWords);
  return (
    <Layout title={words.title} description={words.description}>
      <Sheet>
        <h1>Holdfast</h1>
        <p className="lead">{words.description}</p>
        <section className="aside">
          <h2>{words.book}</h2>
          <p>{words.bookHint}</p>
        </section>
        <section className="aside">
          <h2>{words.host}</h2>
          <p>
            <a href={loginUrl}>{words.signIn}</a>
          </p>
          <p className="small quiet">{words.hostHint}</p>
        </section>
        {demo !== null && (
          <section className="aside">
            <h2>{words.trial}</h2>
            <ul className="links">
              <li>
                <a href={demo.hostUrl}>{words.trialBook}</a>
              </li>
              <li>
                <a href={demo.mailboxUrl}>{words.trialMails}</a>
              </li>
            </ul>
            <p className="small quiet">{words.trialGuides}</p>
          </section>
        )}
        <section className="aside">
          <h2>{words.programs}</h2>
          <ul className="links">
            <li>
              <a href={docsUrl}>{words.docs}</a>
            </li>
            <li>
              <a href={openapiUrl}>{words.openapi}</a>
            </li>
            <li>
              {words.mcp} <code>{mcpUrl}</code>
            </li>
            <li>
              <a href={healthUrl}>{words.health}</a>
            </li>
          </ul>
        </section>
      </Sheet>
    </Layout>
  );
}

import { Layout, Sheet } from '../parts/layout.tsx';

export interface LandingPageProps {
  readonly openapiUrl: string;
  readonly mcpUrl: string;
  readonly healthUrl: string;
  /** what a stack for trying out has besides; null in production */
  readonly demo: { readonly hostUrl: string; readonly mailboxUrl: string } | null;
}

/** {public_url}/ and {app_url}/: what this is, and where to go from here. */
export function LandingPage({ openapiUrl, mcpUrl, healthUrl, demo }: LandingPageProps) {
  const description = 'A scheduling service for people, and for the agents that book for them.';
  return (
    <Layout title="Book a meeting" description={description}>
      <Sheet>
        <h1>Holdfast</h1>
        <p className="lead">{description}</p>
        <section className="aside">
          <h2>To book a meeting</h2>
          <p>Open the link that your host gave you. To move or cancel one, use the link in your confirmation mail.</p>
        </section>
        {demo !== null && (
          <section className="aside">
            <h2>To try it here</h2>
            <ul className="links">
              <li>
                <a href={demo.hostUrl}>Book with Ada, the demo host</a>
              </li>
              <li>
                <a href={demo.mailboxUrl}>Read the mails that were sent</a>
              </li>
            </ul>
            <p className="small quiet">
              The guides are in the folder docs/ of the project; README.md has a first booking by API.
            </p>
          </section>
        )}
        <section className="aside">
          <h2>For agents and programs</h2>
          <ul className="links">
            <li>
              <a href={openapiUrl}>The whole interface as an OpenAPI document</a>
            </li>
            <li>
              MCP over streamable HTTP: <code>{mcpUrl}</code>
            </li>
            <li>
              <a href={healthUrl}>Health</a>
            </li>
          </ul>
        </section>
      </Sheet>
    </Layout>
  );
}

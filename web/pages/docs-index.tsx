import { DocsFrame, type DocsGroup } from './docs-frame.tsx';

export interface DocsIndexProps {
  readonly groups: readonly DocsGroup[];
  readonly guides: readonly {
    readonly title: string;
    readonly guides: readonly { readonly title: string; readonly summary: string; readonly href: string }[];
  }[];
  readonly openapiUrl: string;
  readonly llmsUrl: string;
}

/** {app_url}/docs: what to read, by what one wants to do. */
export function DocsIndexPage({ groups, guides, openapiUrl, llmsUrl }: DocsIndexProps) {
  return (
    <DocsFrame
      title="Docs"
      description="How to book, set up an agent and run a workspace with Holdfast."
      groups={groups}
      here="/docs"
    >
      <h1>Docs</h1>
      <p className="lead">
        Book a meeting, set up an agent, run a workspace: by REST, MCP, the command line or a browser.
      </p>
      {guides.map((group) => (
        <section key={group.title}>
          <h2>{group.title}</h2>
          <ul className="docs-cards">
            {group.guides.map(({ title, summary, href }) => (
              <li key={href}>
                <a href={href}>{title}</a>
                <p className="small quiet">{summary}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section>
        <h2>Reference</h2>
        <ul className="docs-cards">
          <li>
            <a href="/docs/api">API reference</a>
            <p className="small quiet">Every operation: its call, fields, answer and errors.</p>
          </li>
          <li>
            <a href={openapiUrl}>OpenAPI 3.1 document</a>
            <p className="small quiet">For generators and programs.</p>
          </li>
          <li>
            <a href={llmsUrl}>llms.txt</a>
            <p className="small quiet">
              For agents: the three jobs in few words. Each guide is also text at its address with .md.
            </p>
          </li>
        </ul>
      </section>
    </DocsFrame>
  );
}

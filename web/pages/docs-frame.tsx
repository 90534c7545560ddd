import type { ReactNode } from 'react';
import { useFrame } from '../parts/frame.ts';
import { Layout } from '../parts/layout.tsx';

export interface DocsLink {
  readonly title: string;
  readonly href: string;
}

export interface DocsGroup {
  readonly title: string;
  readonly links: readonly DocsLink[];
}

interface DocsFrameProps {
  readonly title: string;
  readonly description: string;
  /** All that there is, beside each page. */
  readonly groups: readonly DocsGroup[];
  /** The address of this page. */
  readonly here: string;
  readonly query?: string;
  readonly children: ReactNode;
}

/** A page of the documentation: what there is at the side (behind a button on a phone), a search, the text. */
export function DocsFrame({ title, description, groups, here, query, children }: DocsFrameProps) {
  const { copyCodeScriptHref } = useFrame();
  return (
    <Layout title={title} description={description} wide>
      <div className="docs">
        <div className="docs-side">
          <p className="docs-home">
            <a href="/docs">Holdfast docs</a>
          </p>
          <DocsSearch query={query ?? ''} />
          <details className="docs-menu">
            <summary>All pages</summary>
            <DocsNav groups={groups} here={here} />
          </details>
          <div className="docs-wide-nav">
            <DocsNav groups={groups} here={here} />
          </div>
        </div>
        <article className="docs-text">{children}</article>
      </div>
      <script type="module" src={copyCodeScriptHref} />
    </Layout>
  );
}

function DocsSearch({ query }: { readonly query: string }) {
  return (
    <search>
      <form action="/docs/search" className="docs-search">
        <label htmlFor="docs-query">Search the docs</label>
        <div>
          <input
            id="docs-query"
            name="q"
            type="text"
            enterKeyHint="search"
            defaultValue={query}
            maxLength={100}
            required
          />
          <button type="submit" className="button second">
            Search
          </button>
        </div>
      </form>
    </search>
  );
}

function DocsNav({ groups, here }: { readonly groups: readonly DocsGroup[]; readonly here: string }) {
  return (
    <nav aria-label="Documentation">
      {groups.map(({ title, links }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {links.map((link) => (
              <li key={link.href}>
                <a href={link.href} aria-current={link.href === here ? 'page' : undefined}>
                  {link.title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

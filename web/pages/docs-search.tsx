import { DocsFrame, type DocsGroup } from './docs-frame.tsx';

export interface DocsSearchProps {
  readonly groups: readonly DocsGroup[];
  readonly query: string;
  readonly found: readonly {
    readonly title: string;
    readonly of: string;
    readonly href: string;
    readonly text: string;
  }[];
}

/** {app_url}/docs/search?q= */
export function DocsSearchPage({ groups, query, found }: DocsSearchProps) {
  return (
    <DocsFrame
      title="Search"
      description="Search the docs of Holdfast."
      groups={groups}
      here="/docs/search"
      query={query}
    >
      <h1>{query === '' ? 'Search the docs' : `Search: ${query}`}</h1>
      {query !== '' && (
        <p role="status">
          {found.length === 0
            ? 'Nothing was found. Try one word, such as an error code, a field or a tool.'
            : `${found.length} ${found.length === 1 ? 'place' : 'places'}, the best first.`}
        </p>
      )}
      <ul className="docs-cards">
        {found.map(({ title, of, href, text }) => (
          <li key={href}>
            <a href={href}>{title}</a> <span className="small quiet">{of}</span>
            <p className="small quiet">{text}</p>
          </li>
        ))}
      </ul>
    </DocsFrame>
  );
}

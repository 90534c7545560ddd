import type { Token } from 'marked';
import { Markdown } from '../parts/markdown.tsx';
import { DocsFrame, type DocsGroup, type DocsLink } from './docs-frame.tsx';

export interface DocsGuideProps {
  readonly groups: readonly DocsGroup[];
  readonly here: string;
  readonly title: string;
  readonly summary: string;
  readonly heading: string;
  /** The parts of this page. */
  readonly contents: readonly DocsLink[];
  readonly tokens: readonly Token[];
}

/** {app_url}/docs/{guide} */
export function DocsGuidePage({ groups, here, title, summary, heading, contents, tokens }: DocsGuideProps) {
  return (
    <DocsFrame title={title} description={summary} groups={groups} here={here}>
      <h1>{heading}</h1>
      {contents.length > 2 && (
        <details className="docs-contents">
          <summary>On this page</summary>
          <ul>
            {contents.map((part) => (
              <li key={part.href}>
                <a href={part.href}>{part.title}</a>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Markdown tokens={tokens} />
      <p className="small quiet docs-source">
        <a href={`${here}.md`}>This page as text</a>
      </p>
    </DocsFrame>
  );
}

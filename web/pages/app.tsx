import { Layout } from '../parts/layout.tsx';

/** Files of one entry of the browser's build. */
export interface EntryFiles {
  readonly scriptHref: string;
  /** what the script imports: asked for at once instead of one after another */
  readonly preloadHrefs: readonly string[];
  readonly styleHrefs: readonly string[];
}

export interface AppPageProps {
  readonly title: string;
  readonly wide: boolean;
  readonly csrfToken: string;
  readonly entry: EntryFiles;
}

/** The document of a page that the browser draws itself; what the script needs to know stands in attributes, for no script is inline. */
export function AppPage({ title, wide, csrfToken, entry }: AppPageProps) {
  return (
    <Layout title={title} wide={wide}>
      {entry.styleHrefs.map((href) => (
        <link key={href} rel="stylesheet" href={href} precedence="page" />
      ))}
      {entry.preloadHrefs.map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
      <div id="app" data-csrf-token={csrfToken}>
        <h1 className="vh">{title}</h1>
        <div className="loading" role="status">
          <span className="vh">Loading</span>
          <span className="bar" aria-hidden="true" />
          <span className="bar short" aria-hidden="true" />
        </div>
        <noscript>
          <p>This page needs JavaScript. Signing in and booking do not.</p>
        </noscript>
      </div>
      <script type="module" async src={entry.scriptHref} />
    </Layout>
  );
}

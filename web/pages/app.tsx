import { Layout } from '../parts/layout.tsx';

export interface AppPageProps {
  readonly title: string;
  readonly csrfToken: string;
}

/** The document of a page that the browser draws. The script's data is in attributes: inline scripts are not allowed. */
export function AppPage({ title, csrfToken }: AppPageProps) {
  return (
    <Layout title={title}>
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
    </Layout>
  );
}

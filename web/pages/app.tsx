import { appWords } from '../../texts/en/pages/frame.ts';
import { Layout } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';

export interface AppPageProps {
  readonly title: string;
  readonly csrfToken: string;
}

/** The document of a page that the browser draws. The script's data is in attributes: inline scripts are not allowed. */
export function AppPage({ title, csrfToken }: AppPageProps) {
  const app = useWords(appWords);
  return (
    <Layout title={title}>
      <div id="app" data-csrf-token={csrfToken}>
        <h1 className="vh">{title}</h1>
        <div className="loading" role="status">
          <span className="vh">{app.loading}</span>
          <span className="bar" aria-hidden="true" />
          <span className="bar short" aria-hidden="true" />
        </div>
        <noscript>
          <p>{app.script}</p>
        </noscript>
      </div>
    </Layout>
  );
}

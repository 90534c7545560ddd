import { appWords, placeWords } from '../../texts/en/pages/frame.ts';
import { DashboardNav } from '../parts/dashboard-nav.tsx';
import { JsonScript } from '../parts/json-script.tsx';
import { Layout } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';
import { placeOf } from '../parts/places.ts';

export interface DashboardPageProps {
  readonly path: string;
  readonly csrfToken: string;
  /** the answer of GET /workspaces: the script need not ask for it first */
  readonly mine: object;
}

/**
 * The document of the dashboard. It has the frame, so that nothing moves once the script has drawn the page: navigation, heading, first rows. Inline
 * scripts are not allowed; the script's data is in a data block and an attribute.
 */
export function DashboardPage({ path, csrfToken, mine }: DashboardPageProps) {
  const words = useWords(placeWords);
  const app = useWords(appWords);
  const title = words[placeOf(path)?.name ?? 'meetings'];
  return (
    <Layout title={title} wide>
      <JsonScript type="application/json" id="mine" data={mine} />
      <div id="app" data-csrf-token={csrfToken}>
        <div className="app-bar">
          <a className="home-link" href="/">
            Holdfast
          </a>
        </div>
        <div className="shell">
          <DashboardNav path={path} />
          <div className="place">
            <header className="place-head">
              <h1>{title}</h1>
            </header>
            <div className="loading" role="status">
              <span className="vh">{app.loading}</span>
              <span className="bar" aria-hidden="true" />
              <span className="bar short" aria-hidden="true" />
            </div>
            <noscript>
              <p>{app.script}</p>
            </noscript>
          </div>
        </div>
      </div>
    </Layout>
  );
}

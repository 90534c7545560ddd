import { landingWords } from '../../texts/en/pages/accounts.ts';
import { Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';

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

/** {public_url}/ and {app_url}/: what this is, one thing to do, and where guests and programs go. */
export function LandingPage(props: LandingPageProps) {
  const words = useWords(landingWords);
  return (
    <Layout title={words.title} description={words.description} wide>
      <div className="landing">
        <div>
          <p className="landing-name">Holdfast</p>
          <h1>{words.claim}</h1>
          <p className="lead">{words.description}</p>
          <p className="actions">
            <a className="button" href={props.loginUrl}>
              {words.start}
            </a>
          </p>
          <p className="small quiet">{words.startHint}</p>
        </div>
        <Picture />
      </div>
      <Sheet>
        <div className="landing-more">
          <section>
            <h2>{words.book}</h2>
            <p>{words.bookHint}</p>
          </section>
          {props.demo !== null && <Trial {...props.demo} />}
          <Programs {...props} />
        </div>
      </Sheet>
    </Layout>
  );
}

const DAYS = Array.from({ length: 21 }, (_, index) => index + 9);
const OPEN_DAYS = new Set([10, 11, 13, 16, 18, 19, 24, 25, 27]);
const CHOSEN_DAY = 18;

/** A guest picks a time, and has a meeting. */
function Picture() {
  const words = useWords(landingWords);
  return (
    <div className="landing-picture" role="img" aria-label={words.picture}>
      <div className="landing-card" aria-hidden="true">
        <p className="landing-event">{words.event}</p>
        <p className="small quiet">{words.eventFacts}</p>
        <div className="landing-days">
          {DAYS.map((day) => (
            <span key={day} className={day === CHOSEN_DAY ? 'chosen' : OPEN_DAYS.has(day) ? 'open' : undefined}>
              {day}
            </span>
          ))}
        </div>
        <div className="landing-times">
          <span>9:00</span>
          <span className="chosen">10:30</span>
          <span>14:00</span>
        </div>
      </div>
      <div className="landing-note" aria-hidden="true">
        <span className="landing-tick">✓</span>
        <span>
          <strong>{words.booked}</strong>
          <br />
          {words.bookedFacts}
        </span>
      </div>
    </div>
  );
}

function Trial({ hostUrl, mailboxUrl }: NonNullable<LandingPageProps['demo']>) {
  const words = useWords(landingWords);
  return (
    <section>
      <h2>{words.trial}</h2>
      <ul className="links">
        <li>
          <a href={hostUrl}>{words.trialBook}</a>
        </li>
        <li>
          <a href={mailboxUrl}>{words.trialMails}</a>
        </li>
      </ul>
      <p className="small quiet">{words.trialGuides}</p>
    </section>
  );
}

function Programs({ docsUrl, openapiUrl, mcpUrl, healthUrl }: LandingPageProps) {
  const words = useWords(landingWords);
  return (
    <section>
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
  );
}

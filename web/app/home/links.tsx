import type { OutputOf } from '../data/call.ts';
import { CopyButton } from '../parts/copy-button.tsx';

interface LinksProps {
  readonly links: OutputOf<'getWorkspace'>['links'];
}

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '');

/** The page that makes a button for a website out of a booking link. */
const embedUrl = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return `${origin}/embed${pathname}`;
};

/** What most people came for: something to send to somebody. */
export function Links({ links: { bookingPage, eventTypes } }: LinksProps) {
  return (
    <>
      <div className="share">
        <p>
          <strong>Your booking page</strong>
          <a href={bookingPage}>{withoutScheme(bookingPage)}</a>
          <a className="small" href={embedUrl(bookingPage)}>
            Button for a website
          </a>
        </p>
        <CopyButton text={bookingPage} what="the link to your booking page" primary />
      </div>
      {eventTypes.length === 0 ? (
        <p className="small quiet none">You have no event types to book yet.</p>
      ) : (
        <ul className="rows">
          {eventTypes.map(({ slug, name, durationMinutes, url }) => (
            <li key={slug}>
              <p>
                <strong>{name}</strong> <span className="quiet small">{durationMinutes} minutes</span>
                <a className="small" href={url}>
                  {withoutScheme(url)}
                </a>
                <a className="small" href={embedUrl(url)}>
                  Button for a website<span className="vh">: {name}</span>
                </a>
              </p>
              <CopyButton text={url} what={`the link to ${name}`} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

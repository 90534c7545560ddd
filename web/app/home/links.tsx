import { useApi } from '../data/api-context.ts';
import type { OutputOf } from '../data/call.ts';
import { useLoad } from '../data/use-load.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import type { Membership } from './choice.ts';

interface LinksProps {
  readonly workspace: Membership;
  readonly links: OutputOf<'getWorkspace'>['links'];
}

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '');

/** The page that makes a button for a website out of a booking link. */
const embedUrl = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return `${origin}/embed${pathname}`;
};

/** What most people came for: something to send to somebody. */
export function Links({ workspace, links: { bookingPage, eventTypes } }: LinksProps) {
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
          {eventTypes.map(({ id, slug, name, durationMinutes, url }) => (
            <li key={slug}>
              <p>
                <strong>{name}</strong> <span className="quiet small">{durationMinutes} minutes</span>
                <a className="small" href={url}>
                  {withoutScheme(url)}
                </a>
                <a className="small" href={embedUrl(url)}>
                  Button for a website<span className="vh">: {name}</span>
                </a>
                {workspace.role !== 'billing_only' && <Missing workspaceId={workspace.id} eventTypeId={id} />}
              </p>
              <CopyButton text={url} what={`the link to ${name}`} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What guests of an event will miss (decision 0075). Nothing while it loads or where that fails: the links are what counts. */
function Missing({ workspaceId, eventTypeId }: { workspaceId: string; eventTypeId: string }) {
  const { call } = useApi();
  const { state } = useLoad(eventTypeId, () => call('getEventType', { eventTypeId }, workspaceId));
  if (state.status !== 'ready' || state.data.notice === undefined) return null;
  return <span className="small event-notice">{state.data.notice}</span>;
}

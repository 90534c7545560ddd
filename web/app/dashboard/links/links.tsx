import { useState } from 'react';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { type Loaded, useLoad } from '../../data/use-load.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { AskWayIn, type EventType, wayInWords } from '../event-types/ask-way-in.tsx';
import type { Membership } from '../workspaces/choice.ts';

/** An event without join details, and how to reload its row once they are set. */
interface Asked {
  readonly event: EventType;
  readonly reload: () => Promise<void>;
}

interface LinksSectionProps {
  readonly workspace: Membership;
  readonly view: { readonly state: Loaded<OutputOf<'getWorkspace'>>; readonly reload: () => Promise<void> };
}

interface LinksProps {
  readonly workspace: Membership;
  readonly links: OutputOf<'getWorkspace'>['links'];
  readonly onAsk: (asked: Asked) => void;
}

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '');

/** The page that makes a website button for a booking link. */
const embedUrl = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return `${origin}/embed${pathname}`;
};

/** Booking links to share: what most people come for. */
export function LinksSection({ workspace, view }: LinksSectionProps) {
  const { call } = useApi();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { done, report } = useDone();
  const save = ({ event, reload }: Asked, locationDetail: string): Promise<void> =>
    report(`Guests of ${event.name} see it from now on.`, async () => {
      await call('updateEventType', { eventTypeId: event.id, locationDetail }, workspace.id);
      await reload();
    });
  return (
    <Section title="Share a link" hint="Anyone who opens it sees your free times and can book one." done={done}>
      <LoadState {...view} what="your links">
        {({ links }) => <Links workspace={workspace} links={links} onAsk={setAsked} />}
      </LoadState>
      {asked && <AskWayIn event={asked.event} save={(detail) => save(asked, detail)} onClose={() => setAsked(null)} />}
    </Section>
  );
}

function Links({ workspace, links: { bookingPage, eventTypes }, onAsk }: LinksProps) {
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
                {workspace.role !== 'billing_only' && (
                  <Missing workspaceId={workspace.id} eventTypeId={id} onAsk={onAsk} />
                )}
              </p>
              <CopyButton text={url} what={`the link to ${name}`} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface MissingProps {
  readonly workspaceId: string;
  readonly eventTypeId: string;
  readonly onAsk: (asked: Asked) => void;
}

/** What guests of an event will miss (decision 0075). Empty while loading or after a failure: the links matter more. */
function Missing({ workspaceId, eventTypeId, onAsk }: MissingProps) {
  const { call } = useApi();
  const { state, reload } = useLoad(`event type ${eventTypeId}`, () =>
    call('getEventType', { eventTypeId }, workspaceId),
  );
  if (state.status !== 'ready' || state.data.notice === undefined) return null;
  const { eventType: event } = state.data;
  const { missing, verb } = wayInWords(event);
  return (
    <span className="small event-notice">
      {missing}{' '}
      <button type="button" className="link-button" onClick={() => onAsk({ event, reload })}>
        {verb}
        <span className="vh"> for {event.name}</span>
      </button>
    </span>
  );
}

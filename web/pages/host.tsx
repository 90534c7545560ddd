import { EventFacts, type MeetingKind } from '../parts/event-facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { Layout } from '../parts/layout.tsx';
import { zoneName } from '../parts/meeting-time.ts';

export interface HostPageProps {
  readonly hostName: string;
  readonly organizationName: string;
  /** IANA zone, or null where the host has no schedule */
  readonly hostTimezone: string | null;
  readonly events: readonly (MeetingKind & {
    readonly name: string;
    readonly description: string | null;
    readonly href: string;
  })[];
}

/** /{workspace}/{username}: who this is and what can be booked. */
export function HostPage({ hostName, organizationName, hostTimezone, events }: HostPageProps) {
  return (
    <Layout title={`Meet ${hostName}`} description={`Book a meeting with ${hostName} at ${organizationName}.`}>
      <header className="host">
        <span className="monogram" aria-hidden="true">
          {Array.from(hostName)[0]?.toUpperCase()}
        </span>
        <div>
          <h1>{hostName}</h1>
          <p className="eyebrow">
            {organizationName}
            {hostTimezone !== null && ` · ${zoneName(hostTimezone)}`}
          </p>
        </div>
      </header>
      {events.length === 0 ? (
        <div className="empty">
          <p>
            <strong>{hostName} has nothing to book right now.</strong>
          </p>
          <p className="quiet">Ask them for a link, or come back later.</p>
        </div>
      ) : (
        <ul className="events" aria-label="Meetings you can book">
          {events.map((event) => (
            <li key={event.href}>
              <article className="event-card">
                <h2>
                  <a href={event.href}>{event.name}</a>
                </h2>
                <EventFacts durationMinutes={event.durationMinutes} locationType={event.locationType} />
                {event.description !== null && <p className="about small prewrap">{event.description}</p>}
                <Icon name="right" />
              </article>
            </li>
          ))}
        </ul>
      )}
    </Layout>
  );
}

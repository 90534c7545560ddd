import { EventFacts, type MeetingKind } from '../parts/event-facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { Layout } from '../parts/layout.tsx';
import { zoneName } from '../parts/meeting-time.ts';
import { hostWords } from '../texts/host.ts';
import { useWords } from '../texts/locale.ts';

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
  const words = useWords(hostWords);
  return (
    <Layout title={words.title(hostName)} description={words.description(hostName, organizationName)}>
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
            <strong>{words.nothing(hostName)}</strong>
          </p>
          <p className="quiet">{words.nothingHint}</p>
        </div>
      ) : (
        <ul className="events" aria-label={words.list}>
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

import { hostWords } from '../../texts/en/pages/times.ts';
import { EventFacts, type MeetingKind } from '../parts/event-facts.tsx';
import { Faces, type HostFaces } from '../parts/faces.tsx';
import { useFrame } from '../parts/frame.ts';
import { Icon } from '../parts/icon.tsx';
import { Layout } from '../parts/layout.tsx';
import { useLocale, useWords } from '../parts/locale.ts';
import { zoneName } from '../parts/meeting-time.ts';

interface EventCard extends MeetingKind {
  readonly name: string;
  readonly description: string | null;
  readonly href: string;
}

export interface HostPageProps {
  readonly hostName: string;
  readonly organizationName: string;
  /** IANA zone, or null if the host has no schedule */
  readonly hostTimezone: string | null;
  /** the workspace takes no bookings at present */
  readonly locked: boolean;
  readonly events: readonly EventCard[];
  readonly faces: HostFaces;
}

/** /{workspace}/{username}: the host and the events to book. */
export function HostPage(props: HostPageProps) {
  const { hostName, organizationName, locked, events } = props;
  const words = useWords(hostWords);
  return (
    <Layout title={words.title(hostName)} description={words.description(hostName, organizationName)}>
      <Who {...props} />
      {locked ? (
        <Nothing title={words.locked(organizationName)} hint={words.lockedHint(hostName)} />
      ) : events.length === 0 ? (
        <Nothing title={words.nothing(hostName)} hint={words.nothingHint} />
      ) : (
        <ul className="events" aria-label={words.list}>
          {events.map((event) => (
            <li key={event.href}>
              <Card {...event} />
            </li>
          ))}
        </ul>
      )}
    </Layout>
  );
}

function Who({ hostName, organizationName, hostTimezone, faces }: HostPageProps) {
  // A brand already names the workspace above.
  const { brand } = useFrame();
  const locale = useLocale();
  const about = [
    ...(brand === null ? [organizationName] : []),
    ...(hostTimezone === null ? [] : [zoneName(hostTimezone, locale)]),
  ];
  return (
    <header className="host">
      <Faces {...faces} />
      <div>
        <h1 dir="auto">{hostName}</h1>
        {about.length > 0 && <p className="eyebrow">{about.join(' · ')}</p>}
        {faces.bio !== null && (
          <p className="bio prewrap" dir="auto">
            {faces.bio}
          </p>
        )}
      </div>
    </header>
  );
}

function Nothing({ title, hint }: { title: string; hint: string }) {
  return (
    <div className="empty">
      <p>
        <strong>{title}</strong>
      </p>
      <p className="quiet">{hint}</p>
    </div>
  );
}

function Card({ name, description, href, ...kind }: EventCard) {
  return (
    <article className="event-card">
      <h2 dir="auto">
        <a href={href}>{name}</a>
      </h2>
      <EventFacts {...kind} />
      {description !== null && (
        <p className="about small prewrap" dir="auto">
          {description}
        </p>
      )}
      <Icon name="right" />
    </article>
  );
}

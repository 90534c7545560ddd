import { Facts, Place, When } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import type { MeetingTime } from '../parts/meeting-time.ts';

export interface BookedPageProps {
  readonly pending: boolean;
  readonly eventName: string;
  readonly hostName: string;
  readonly time: MeetingTime;
  readonly place: string;
  readonly joinUrl: string | null;
  readonly email: string;
  readonly hostHref: string;
}

/** The last step: it worked, and what comes next. */
export function BookedPage({ pending, eventName, hostName, time, place, joinUrl, email, hostHref }: BookedPageProps) {
  return (
    <Layout title={pending ? 'Request sent' : 'Booked'}>
      <Sheet>
        <div className={pending ? 'mark waiting' : 'mark'}>
          <Icon name={pending ? 'clock' : 'check'} />
        </div>
        <h1>{pending ? `Sent. ${hostName} decides` : 'You’re booked'}</h1>
        <p className="lead">
          {pending ? (
            <>
              The time is kept for you. Once {hostName} approves or declines, a mail goes to <strong>{email}</strong>.
            </>
          ) : (
            <>
              A confirmation with a calendar invite is on its way to <strong>{email}</strong>.
            </>
          )}
        </p>
        <Facts
          facts={[
            { label: 'What', value: `${eventName} with ${hostName}` },
            { label: 'When', value: <When time={time} />, strong: true },
            { label: 'Where', value: <Place words={place} link={joinUrl} /> },
          ]}
        />
        <p className="aside small quiet">
          To move or cancel, use the link in that mail. <a href={hostHref}>More meetings with {hostName}</a>
        </p>
      </Sheet>
    </Layout>
  );
}

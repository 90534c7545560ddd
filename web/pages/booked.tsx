import { Facts, Place, When } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { Layout, Sheet } from '../parts/layout.tsx';
import type { MeetingTime } from '../parts/meeting-time.ts';

export interface BookedPageProps {
  readonly outcome: keyof typeof OUTCOMES;
  readonly eventName: string;
  readonly hostName: string;
  readonly time: MeetingTime;
  readonly place: string;
  readonly joinUrl: string | null;
  readonly email: string;
  readonly hostHref: string;
}

const OUTCOMES = {
  booked: { title: 'Booked', mark: 'mark', icon: 'check' },
  pending: { title: 'Request sent', mark: 'mark waiting', icon: 'clock' },
  canceled: { title: 'Canceled', mark: 'mark over', icon: 'cross' },
} as const;

const CHANGES: Readonly<Record<keyof typeof OUTCOMES, string>> = {
  booked: 'To move or cancel, use the link in that mail. ',
  pending: 'To move the request or take it back, use the link in the first mail. ',
  canceled: '',
};

/** The last step: it worked, and what comes next. */
export function BookedPage(props: BookedPageProps) {
  const { outcome, eventName, hostName, time, place, joinUrl, hostHref } = props;
  const { title, mark, icon } = OUTCOMES[outcome];
  const canceled = outcome === 'canceled';
  return (
    <Layout title={title}>
      <Sheet>
        <div className={mark}>
          <Icon name={icon} />
        </div>
        <Headline {...props} />
        <Facts
          facts={[
            { label: 'What', value: `${eventName} with ${hostName}` },
            { label: 'When', value: <When time={time} was={canceled} />, strong: !canceled },
            { label: 'Where', value: <Place words={place} link={canceled ? null : joinUrl} /> },
          ]}
        />
        <p className="aside small quiet">
          {CHANGES[outcome]}
          <a href={hostHref}>More meetings with {hostName}</a>
        </p>
      </Sheet>
    </Layout>
  );
}

function Headline({ outcome, hostName, email }: BookedPageProps) {
  switch (outcome) {
    case 'booked':
      return (
        <>
          <h1>You’re booked</h1>
          <p className="lead">
            A confirmation with a calendar invite is on its way to <strong>{email}</strong>.
          </p>
        </>
      );
    case 'pending':
      return (
        <>
          <h1>Sent. {hostName} decides</h1>
          <p className="lead">
            The time is kept for you. A mail about your request is on its way to <strong>{email}</strong>; another
            follows once {hostName} approves or declines.
          </p>
        </>
      );
    case 'canceled':
      return (
        <>
          <h1>This meeting was canceled</h1>
          <p className="lead">It had been booked with this code before. Pick a new time to meet.</p>
        </>
      );
  }
}

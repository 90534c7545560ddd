import { type Alternative, Alternatives } from '../parts/alternatives.tsx';
import { Facts, When } from '../parts/facts.tsx';
import { Island } from '../parts/island.tsx';
import { BackLink, Layout, Sheet } from '../parts/layout.tsx';
import type { MeetingTime } from '../parts/meeting-time.ts';
import { Notice, type NoticeText } from '../parts/notice.tsx';
import { type Picker, SlotPicker } from '../parts/slot-picker.tsx';

export interface ReschedulePageProps {
  readonly eventName: string;
  readonly hostName: string;
  readonly now: MeetingTime;
  readonly picker: Picker;
  readonly notice: NoticeText | null;
  readonly backHref: string;
}

/** Pick the new time. */
export function ReschedulePage({ eventName, hostName, now, picker, notice, backHref }: ReschedulePageProps) {
  return (
    <Layout title={`Move ${eventName}`} wide>
      <BackLink href={backHref}>The meeting</BackLink>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <div className="event-layout">
          <header className="event-head">
            <p className="eyebrow">
              {eventName} with {hostName}
            </p>
            <h1>Move the meeting</h1>
            <Facts facts={[{ label: 'Now', value: <When time={now} /> }]} />
            <p className="lead small">Nothing changes before you confirm the new time.</p>
          </header>
          <Island name="picker" part={SlotPicker} props={picker} />
        </div>
      </Sheet>
    </Layout>
  );
}

export interface MovePageProps {
  readonly eventName: string;
  readonly hostName: string;
  readonly from: MeetingTime;
  /** null: the chosen time is gone, one of `alternatives` must be chosen */
  readonly to: MeetingTime | null;
  readonly alternatives: readonly Alternative[];
  readonly notice: NoticeText | null;
  readonly action: string;
  readonly timesHref: string;
  readonly timezone: string;
  readonly pageToken: string;
}

/** Look at both times, then move. */
export function MovePage(props: MovePageProps) {
  const { eventName, hostName, from, to, alternatives, notice, action, timesHref, timezone, pageToken } = props;
  return (
    <Layout title="Confirm the new time">
      <BackLink href={timesHref}>All times</BackLink>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <h1>{to === null ? 'Move the meeting' : 'Move to this time?'}</h1>
        <Facts
          facts={[
            { label: 'What', value: `${eventName} with ${hostName}` },
            { label: 'From', value: <When time={from} was /> },
            ...(to === null ? [] : [{ label: 'To', value: <When time={to} />, strong: true }]),
          ]}
        />
        <form method="post" action={action}>
          <input type="hidden" name="pageToken" value={pageToken} />
          <input type="hidden" name="timezone" value={timezone} />
          {to === null ? (
            <Alternatives alternatives={alternatives} timesHref={timesHref} />
          ) : (
            <input type="hidden" name="startAt" value={to.startUtc} />
          )}
          <div className="actions">
            <button type="submit" className="button">
              Move the meeting
            </button>
          </div>
        </form>
      </Sheet>
    </Layout>
  );
}

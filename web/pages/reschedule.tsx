import { factWords } from '../../texts/en/pages/frame.ts';
import { manageWords } from '../../texts/en/pages/meeting.ts';
import { Alternatives } from '../parts/alternatives.tsx';
import { Facts, What, When } from '../parts/facts.tsx';
import { Island } from '../parts/island.tsx';
import { BackLink, Layout, Sheet } from '../parts/layout.tsx';
import { useWords } from '../parts/locale.ts';
import type { MeetingTime } from '../parts/meeting-time.ts';
import { Notice, type NoticeText } from '../parts/notice.tsx';
import type { Picker } from '../parts/picker-props.ts';
import { SlotPicker } from '../parts/slot-picker.tsx';
import type { ZoneGroup } from '../parts/zone-form.tsx';

export interface ReschedulePageProps {
  readonly eventName: string;
  readonly hostName: string;
  /** the host has not answered yet: not a meeting yet */
  readonly isRequest: boolean;
  /** the host must approve the new time, and the present one is free at once */
  readonly asksAgain: boolean;
  readonly now: MeetingTime;
  readonly picker: Picker;
  readonly zoneGroups: readonly ZoneGroup[];
  readonly notice: NoticeText | null;
  readonly backHref: string;
}

/** Pick the new time. */
export function ReschedulePage({
  eventName,
  hostName,
  isRequest,
  asksAgain,
  now,
  picker,
  zoneGroups,
  notice,
  backHref,
}: ReschedulePageProps) {
  const words = useWords(manageWords);
  const { moveHeading } = isRequest ? words.ofRequest : words.ofMeeting;
  return (
    <Layout title={words.moveTitle(eventName)} wide>
      <BackLink href={backHref}>{words.back}</BackLink>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <div className="event-layout">
          <header className="event-head">
            <p className="eyebrow">
              <What event={eventName} host={hostName} />
            </p>
            <h1>{moveHeading}</h1>
            <Facts facts={[{ label: words.now, value: <When time={now} /> }]} />
            {asksAgain && <p className="lead small">{words.asksAgain(hostName)}</p>}
            <p className="lead small">{words.nothingYet}</p>
          </header>
          <Island name="picker" part={SlotPicker} props={picker} drawnWith={{ zoneGroups }} />
        </div>
      </Sheet>
    </Layout>
  );
}

export interface MovePageProps {
  readonly eventName: string;
  readonly hostName: string;
  /** the host has not answered yet: not a meeting yet */
  readonly isRequest: boolean;
  /** the host must approve the new time, and the present one is free at once */
  readonly asksAgain: boolean;
  readonly from: MeetingTime;
  /** null: no longer open, one of `alternatives` must be chosen */
  readonly to: MeetingTime | null;
  readonly alternatives: readonly MeetingTime[];
  readonly notice: NoticeText | null;
  readonly action: string;
  readonly timesHref: string;
  readonly timezone: string;
  readonly pageToken: string;
}

/** Compare both times, then move. */
export function MovePage(props: MovePageProps) {
  const { eventName, hostName, from, to, alternatives, notice, action, timesHref, timezone, pageToken } = props;
  const words = useWords(manageWords);
  const { moveHeading, submitMove } = props.isRequest ? words.ofRequest : words.ofMeeting;
  const { what } = useWords(factWords);
  return (
    <Layout title={words.confirmTitle}>
      <BackLink href={timesHref}>{words.allTimes}</BackLink>
      <Sheet>
        {notice !== null && <Notice notice={notice} />}
        <h1>{to === null ? moveHeading : words.confirmHeading}</h1>
        <Facts
          facts={[
            { label: what, value: <What event={eventName} host={hostName} /> },
            // Without a new time the meeting keeps its time.
            { label: to === null ? words.now : words.from, value: <When time={from} was={to !== null} /> },
            ...(to === null ? [] : [{ label: words.to, value: <When time={to} />, strong: true }]),
          ]}
        />
        {props.asksAgain && <p className="lead">{words.asksAgain(hostName)}</p>}
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
              {props.asksAgain ? words.submitAgain : submitMove}
            </button>
          </div>
        </form>
      </Sheet>
    </Layout>
  );
}

export interface UnmovedPageProps {
  readonly eventName: string;
  readonly hostName: string;
  readonly time: MeetingTime;
  readonly meetingHref: string;
  readonly timesHref: string;
}

/** The chosen time is the meeting's current time. */
export function UnmovedPage({ eventName, hostName, time, meetingHref, timesHref }: UnmovedPageProps) {
  const words = useWords(manageWords);
  const { what, when } = useWords(factWords);
  return (
    <Layout title={words.unmovedHeading}>
      <BackLink href={timesHref}>{words.allTimes}</BackLink>
      <Sheet>
        <h1>{words.unmovedHeading}</h1>
        <p className="lead">{words.unmovedHint}</p>
        <Facts
          facts={[
            { label: what, value: <What event={eventName} host={hostName} /> },
            { label: when, value: <When time={time} />, strong: true },
          ]}
        />
        <div className="actions">
          <a className="button" href={meetingHref}>
            {words.toMeeting}
          </a>
          <a className="button second" href={timesHref}>
            {words.otherTime}
          </a>
        </div>
      </Sheet>
    </Layout>
  );
}

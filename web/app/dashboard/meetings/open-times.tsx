import { actWords, meetingsWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { clockChangeNote, clockWords, dayWords, zoneName } from '../../../parts/meeting-time.ts';
import type { AnyMeeting } from './meeting.ts';
import { timeOfGuest } from './their-time.ts';
import type { DayTimes, OpenTime } from './use-open-times.ts';

interface OpenTimesProps {
  readonly meeting: AnyMeeting;
  readonly day: DayTimes;
  readonly onChoose: (date: string) => void;
}

/** The open times of one day, to choose one of. The guest's clock is beside each where it is another. */
export function OpenTimes({ meeting, day: { times, next }, onChoose }: OpenTimesProps) {
  const { move: words } = useWords(actWords);
  const locale = useLocale();
  if (times.length === 0)
    return (
      <div className="empty field" role="status">
        <p>{words.noTime}</p>
        {next && (
          <button type="button" className="button second compact" onClick={() => onChoose(next.local.dateLocal)}>
            {words.next(dayWords(next.local.dateLocal, locale))}
          </button>
        )}
      </div>
    );
  const shown = times.map((time) => ({ time, theirs: timeOfGuest(movedTo(meeting, time), locale) }));
  const isOther = shown.some(({ theirs }) => theirs !== null);
  return (
    <fieldset className="field">
      <legend>{words.time}</legend>
      {isOther && <p className="small quiet">{words.theirClock(zoneName(meeting.invitee.timezone ?? '', locale))}</p>}
      <div className="open-times">
        {shown.map(({ time, theirs }) => (
          <label key={time.startUtc} className="time">
            <input type="radio" name="startAt" value={time.startUtc} required />
            {clockWords(time.local.startLocal, locale)}
            <Beside time={time} theirs={theirs} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The meeting as it would be. */
const movedTo = ({ invitee }: AnyMeeting, { startUtc: startAt, endUtc: endAt, local }: OpenTime) => ({
  ...{ startAt, endAt, local, invitee },
});

/** What a clock alone does not say: the offset on a day that changes clocks, the guest's time. */
function Beside({ time, theirs }: { readonly time: OpenTime; readonly theirs: ReturnType<typeof timeOfGuest> }) {
  const words = useWords(meetingsWords);
  const note = clockChangeNote(time.local);
  return (
    <>
      {note !== undefined && <small>{note}</small>}
      {theirs !== null && (
        <>
          <small aria-hidden="true">{theirs.start}</small>
          <span className="vh">
            {words.theirTime} {theirs.whole}
          </span>
        </>
      )}
    </>
  );
}

import { localParts } from '../../../../domain/time/local.ts';
import { meetingsWords } from '../../../../texts/en/dashboard/meetings.ts';
import { type Locale, useWords } from '../../../parts/locale.ts';
import { dayWords } from '../../../parts/meeting-time.ts';
import { addDays } from '../../../picker/civil-month.ts';
import type { Day } from './meeting.ts';
import { MeetingRow } from './meeting-row.tsx';
import type { Tab } from './use-lists.ts';
import { useMinute } from './use-minute.ts';

interface MeetingDayProps {
  readonly day: Day;
  readonly locale: Locale;
  readonly tab: Tab;
  readonly saidZone: string | null;
}

/** The meetings of one day, under its name. */
export function MeetingDay({ day: { date, meetings }, locale, tab, saidZone }: MeetingDayProps) {
  const words = useWords(meetingsWords);
  const today = localParts(useMinute(), meetings[0]?.local.timezone ?? 'UTC').dateLocal;
  const near = date === today ? words.today : date === addDays(today, 1) ? words.tomorrow : null;
  const name = dayWords(date, locale, 'long');
  return (
    <section className="meeting-day">
      <h3>
        <time dateTime={date}>{name}</time>
        {near !== null && <span className="tag">{near}</span>}
      </h3>
      <ul className="rows" aria-label={`${words.headings[tab]}, ${name}`}>
        {meetings.map((meeting) => (
          <MeetingRow key={meeting.id} meeting={meeting} saidZone={saidZone} />
        ))}
      </ul>
    </section>
  );
}

import { useRef } from 'react';
import { meetingsWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { zoneName } from '../../../parts/meeting-time.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { ActsProvider } from './acts-context.ts';
import { FindGuest } from './find-guest.tsx';
import { daysOf, waits } from './meeting.ts';
import { MeetingDay } from './meeting-day.tsx';
import { MeetingRow } from './meeting-row.tsx';
import { WhoseMeetings } from './meeting-tabs.tsx';
import { NobodyFound, NoMeetings } from './no-meetings.tsx';
import { Pages } from './pages.tsx';
import { useActs } from './use-acts.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { type Shown, useList, useSeesAll, useShown } from './use-lists.ts';

type Lines = Extract<ReturnType<typeof useList>['state'], { status: 'ready' }>['data'];

/** The list of the address, requests that wait on top of what is coming: they end by themselves. */
export function MeetingsSection({ link }: { readonly link: string | null }) {
  const words = useWords(meetingsWords);
  const locale = useLocale();
  const shown = useShown();
  const list = useList(shown);
  const pending = useList({ ...shown, tab: 'pending', cursor: undefined });
  const zone = oneZone(list.state);
  const acts = useActs(async () => {
    await Promise.all([list.reload(), pending.reload()]);
  });
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box);
  const hasRequests = shown.tab === 'upcoming' && shown.cursor === undefined;
  return (
    <Section
      title={words.headings[shown.tab]}
      hint={[words.hints[shown.tab], zone === null ? '' : words.inZone(zoneName(zone, locale))].join(' ').trim()}
      anchor="meetings"
      done={acts.done}
      gone={acts.gone}
      action={useSeesAll() && <WhoseMeetings />}
    >
      <FindGuest />
      <ActsProvider value={acts}>
        <div ref={box}>
          <LoadState {...list} what={words.loading}>
            {(lines) => (
              <>
                {hasRequests && pending.state.status === 'ready' && (
                  <Requests lines={pending.state.data} saidZone={zone} />
                )}
                <Days lines={lines} shown={shown} link={link} withoutRequests={hasRequests} saidZone={zone} />
                <Pages {...lines} />
              </>
            )}
          </LoadState>
        </div>
        {acts.dialog}
      </ActsProvider>
    </Section>
  );
}

/** The zone of all the times, to say it once above them; null: they have several, or there are none. */
function oneZone(state: ReturnType<typeof useList>['state']): string | null {
  if (state.status !== 'ready') return null;
  const zones = [...new Set(state.data.meetings.map(({ local }) => local.timezone))];
  return zones.length === 1 ? (zones[0] ?? null) : null;
}

interface RequestsProps {
  readonly lines: Lines;
  readonly saidZone: string | null;
}

function Requests({ lines: { meetings }, saidZone }: RequestsProps) {
  const words = useWords(meetingsWords);
  if (meetings.length === 0) return null;
  return (
    <section className="waiting" aria-label={words.requests}>
      <h3>{words.requests}</h3>
      <ul className="rows" aria-label={words.requests}>
        {meetings.map((meeting) => (
          <MeetingRow key={meeting.id} meeting={meeting} saidZone={saidZone} hasDay />
        ))}
      </ul>
    </section>
  );
}

interface DaysProps {
  readonly lines: Lines;
  readonly shown: Shown;
  readonly link: string | null;
  /** they stand above */
  readonly withoutRequests: boolean;
  readonly saidZone: string | null;
}

function Days({ lines: { meetings, nextCursor, previousCursor }, shown, link, withoutRequests, saidZone }: DaysProps) {
  const words = useWords(meetingsWords);
  const locale = useLocale();
  const days = daysOf(withoutRequests ? meetings.filter((meeting) => !waits(meeting)) : meetings);
  if (days.length === 0 && nextCursor === null && previousCursor === null)
    return shown.guest === undefined ? (
      <NoMeetings tab={shown.tab} link={link} />
    ) : (
      <NobodyFound shown={shown} guest={shown.guest} />
    );
  // The search goes on with the next page.
  if (meetings.length === 0 && shown.guest !== undefined)
    return <p className="quiet">{words.notYetFound(shown.guest)}</p>;
  return days.map((day) => <MeetingDay key={day.date} day={day} locale={locale} tab={shown.tab} saidZone={saidZone} />);
}

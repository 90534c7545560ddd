import type { MouseEvent } from 'react';
import { localParts } from '../../domain/time/local.ts';
import { pickerWords } from '../../texts/en/pages/times.ts';
import { chosenDay, type OpenMonth } from '../picker/open-month.ts';
import { pickerHref, placeOfView } from '../picker/picker-place.ts';
import { DayTimes } from './day-times.tsx';
import { useLocale, useWords } from './locale.ts';
import { clockWords, dayWords, zoneName } from './meeting-time.ts';
import { MonthGrid } from './month-grid.tsx';
import { MonthHead } from './month-head.tsx';
import { NoTimes } from './no-times.tsx';
import type { LivePicker, Picker } from './picker-props.ts';
import { WeekView } from './week-view.tsx';
import { ZoneForm, type ZoneGroup } from './zone-form.tsx';

interface SlotPickerProps extends Picker {
  /** only on the server: sent as a menu, not as data */
  readonly zoneGroups?: readonly ZoneGroup[] | undefined;
  readonly live?: LivePicker | undefined;
}

/** No month has times: a calendar would only hide the reason. */
const isClosed = ({ emptyReason }: OpenMonth): boolean => emptyReason !== null && emptyReason !== 'no_slots';

/** A month with its bookable days, and the times of one of them. */
export function SlotPicker(props: SlotPickerProps) {
  const { open, asked, place, view, zoneSource, weekStartsOn, now, zoneGroups, live } = props;
  const words = useWords(pickerWords);
  const { dateLocal: today, timeLocal: clock } = localParts(now, open.timezone);
  const day = chosenDay(open, asked ?? undefined);
  const { timezone } = open;
  if (isClosed(open)) {
    return (
      <section className="picker" aria-labelledby="times">
        <h2 id="times" className="vh">
          {words.title}
        </h2>
        <NoTimes open={open} place={place} today={today} live={live} />
      </section>
    );
  }
  return (
    <section className={view === 'week' ? 'picker by-week' : 'picker'} aria-labelledby="times">
      <div className="picker-head">
        <h2 id="times">{words.title}</h2>
        <ViewChoice open={open} date={asked ?? day?.date} place={place} view={view} live={live} />
      </div>
      <ZoneForm
        current={timezone}
        source={zoneSource}
        clock={clock}
        action={place.path}
        keep={{ ...place.keep, ...(asked === null ? { month: open.month } : { date: asked }) }}
        groups={zoneGroups}
        live={live}
      />
      {live?.ownZone && <OwnClock zone={live.ownZone} now={now} />}
      <div className="month-and-day">
        <div className={live ? `month-box ${live.status}` : 'month-box'}>
          <MonthHead open={open} today={today} place={place} live={live} />
          <MonthGrid
            open={open}
            chosen={day?.date ?? null}
            today={today}
            weekStartsOn={weekStartsOn}
            hrefTo={(date) => pickerHref(place, { timezone, date })}
            live={live}
          />
        </div>
        <div className="day-box">
          <DayBox open={open} asked={asked} place={place} today={today} live={live} />
        </div>
      </div>
      {view === 'week' && <WeekView {...props} today={today} live={live} instead={insteadOfTimes(open, live)} />}
      {live && (
        <p className="vh" role="status">
          {live.announcement}
        </p>
      )}
    </section>
  );
}

interface OwnClockProps {
  readonly zone: NonNullable<LivePicker['ownZone']>;
  readonly now: number;
}

/** A link may name the clock of who sent it: one line offers the guest's own. */
function OwnClock({ zone: { name, use }, now }: OwnClockProps) {
  const { zone: words } = useWords(pickerWords);
  const locale = useLocale();
  const clock = clockWords(localParts(now, name).timeLocal, locale);
  return (
    <p className="own-clock small">
      {words.own(zoneName(name, locale), clock)}{' '}
      <button type="button" className="link-button" onClick={use}>
        {words.useOwn}
      </button>
    </p>
  );
}

interface ViewChoiceProps extends Pick<SlotPickerProps, 'open' | 'place' | 'view' | 'live'> {
  readonly date: string | undefined;
}

/** Leads to the same day in the other view; only wide screens show it. */
function ViewChoice({ open: { month, timezone }, date, place, view, live }: ViewChoiceProps) {
  const { week: words } = useWords(pickerWords);
  const other = view === 'week' ? 'month' : 'week';
  const href = pickerHref(placeOfView(place, other), { timezone, ...(date === undefined ? { month } : { date }) });
  return (
    <a
      className="view-choice"
      href={href}
      rel="nofollow"
      onClick={(event: MouseEvent) => {
        if (!live || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        live.showAs(other);
      }}
    >
      {view === 'week' ? words.toMonth : words.toWeek}
    </a>
  );
}

/** What stands in the place of times while a month loads, or when it failed to; null: the times do. */
function insteadOfTimes({ month }: OpenMonth, live: LivePicker | undefined) {
  if (live?.status === 'loading') return <Skeleton month={month} />;
  return live?.status === 'failed' ? <Failed month={month} live={live} /> : null;
}

type DayBoxProps = Pick<SlotPickerProps, 'open' | 'asked' | 'place' | 'live'> & { readonly today: string };

/** The times of the chosen day, or what replaces them. */
function DayBox({ open, asked, place, today, live }: DayBoxProps) {
  const instead = insteadOfTimes(open, live);
  if (instead !== null) return instead;
  const day = chosenDay(open, asked ?? undefined);
  if (day === null) return <NoTimes open={open} place={place} today={today} live={live} />;
  return (
    <DayTimes
      day={day}
      missed={asked !== null && asked !== day.date ? asked : null}
      place={place}
      timezone={open.timezone}
    />
  );
}

/** Placeholder while the times load. */
function Skeleton({ month }: { month: string }) {
  const locale = useLocale();
  const words = useWords(pickerWords);
  return (
    <div className="skeleton" aria-busy="true">
      <p className="vh">{words.loading(dayWords(`${month}-01`, locale, 'month'))}</p>
      <ul className="times" aria-hidden="true">
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
          <li key={key} className="bone" />
        ))}
      </ul>
    </div>
  );
}

function Failed({ month, live }: { month: string; live: LivePicker }) {
  const locale = useLocale();
  const { failed } = useWords(pickerWords);
  return (
    <div className="empty failed" role="alert">
      <p>
        <strong>{failed.title(dayWords(`${month}-01`, locale, 'month'))}</strong>
      </p>
      <p className="quiet">{live.failure}</p>
      <button type="button" className="button" onClick={live.retry}>
        {failed.retry}
      </button>
    </div>
  );
}

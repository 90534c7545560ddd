import { useLocale } from '../texts/locale.ts';
import { Icon } from './icon.tsx';
import { dayWords } from './meeting-time.ts';
import { type ZoneChoice, ZoneForm } from './zone-form.tsx';

export interface SlotTime {
  readonly startUtc: string;
  /** HH:mm */
  readonly label: string;
  /** an offset, where a clock change makes the label unclear */
  readonly note?: string;
}

export interface PickerDay {
  /** YYYY-MM-DD in the page's zone */
  readonly date: string;
  readonly times: readonly SlotTime[];
}

export interface Picker {
  readonly zone: ZoneChoice;
  /** every day of the window, days without times included */
  readonly days: readonly PickerDay[];
  readonly earlierHref: string | null;
  readonly laterHref: string | null;
  /** said when no day has a time */
  readonly empty: {
    readonly title: string;
    readonly text: string;
    readonly nextHref?: string;
    readonly nextDay?: string;
  };
  /** Where a chosen time goes, by GET: the address and what goes along besides startAt. */
  readonly action: string;
  readonly keep: Readonly<Record<string, string>>;
}

/** The open times of a few days. Each time is a button of one GET form, so that nothing already typed is lost. */
export function SlotPicker({ zone, days, earlierHref, laterHref, empty, action, keep }: Picker) {
  const open = days.filter(({ times }) => times.length > 0);
  return (
    <section aria-labelledby="times">
      <h2 id="times">Pick a time</h2>
      <ZoneForm {...zone} />
      {open.length === 0 ? <Empty {...empty} /> : <Week days={days} />}
      <form method="get" action={action}>
        {Object.entries(keep).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {open.map((day) => (
          <Day key={day.date} {...day} />
        ))}
      </form>
      {(earlierHref !== null || laterHref !== null) && (
        <nav className="pager" aria-label="Other days">
          {earlierHref === null ? (
            <span />
          ) : (
            <a href={earlierHref} rel="nofollow">
              <Icon name="left" />
              Earlier days
            </a>
          )}
          {laterHref !== null && (
            <a href={laterHref} rel="nofollow">
              Later days
              <Icon name="right" />
            </a>
          )}
        </nav>
      )}
    </section>
  );
}

/** The days of the window in one row: what is free at a glance, and a way for the keyboard past many times. */
function Week({ days }: { days: readonly PickerDay[] }) {
  const locale = useLocale();
  return (
    <nav aria-label="Days with open times">
      <ul className="week">
        {days.map(({ date, times }) => {
          const heading = dayWords(date, locale);
          const face = (
            <>
              <span aria-hidden="true">{heading.slice(0, 3)}</span>
              <span className="number" aria-hidden="true">
                {Number(date.slice(8))}
              </span>
            </>
          );
          return (
            <li key={date}>
              {times.length > 0 ? (
                <a href={`#day-${date}`}>
                  {face}
                  <span className="vh">
                    {heading}, {timesCount(times.length)}
                  </span>
                </a>
              ) : (
                <span className="day-off">
                  {face}
                  <span className="vh">{heading}, no open times</span>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const timesCount = (count: number): string => (count === 1 ? '1 time' : `${count} times`);

function Day({ date, times }: PickerDay) {
  const locale = useLocale();
  const heading = dayWords(date, locale);
  return (
    <section className="day" id={`day-${date}`} aria-labelledby={`heading-${date}`}>
      <h3 id={`heading-${date}`}>
        {heading}
        <span className="count">{timesCount(times.length)}</span>
      </h3>
      <ul className="times">
        {times.map(({ startUtc, label, note }) => (
          <li key={startUtc}>
            <button type="submit" className="time" name="startAt" value={startUtc}>
              {label}
              {note !== undefined && <small>{note}</small>}
              <span className="vh">, {heading}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Empty({ title, text, nextHref, nextDay }: Picker['empty']) {
  return (
    <div className="empty">
      <p>
        <strong>{title}</strong>
      </p>
      <p className="quiet">{text}</p>
      {nextHref !== undefined && nextDay !== undefined && (
        <a className="button" href={nextHref} rel="nofollow">
          Next open day: {nextDay}
        </a>
      )}
    </div>
  );
}

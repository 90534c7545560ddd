import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { dayWords, zoneName } from '../../../parts/meeting-time.ts';
import { ScrollBox } from '../../../parts/scroll-box.tsx';
import { useLocale, useWords } from '../../../texts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { pageWords } from '../../parts/page-words.ts';
import { Section } from '../../parts/section.tsx';
import { PlaceHead } from '../place-head.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { InsightChart } from './insight-chart.tsx';
import { insightWords } from './insight-words.ts';
import { MeetingTabs } from './meeting-tabs.tsx';

const NEXT_DAYS = 30;

type Insights = OutputOf<'getInsights'>;
type Counts = Insights['total'];

/** Days; those ahead are negative. */
const PERIODS = [-NEXT_DAYS, 30, 90, 365];
const USUAL_DAYS = 90;
const DAY_MS = 86_400_000;

const dateBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Today is the last day of those behind, and the first of those ahead. */
const periodOf = (days: number) =>
  days < 0
    ? { fromDate: dateBefore(0), toDate: dateBefore(days + 1) }
    : { fromDate: dateBefore(days - 1), toDate: dateBefore(0) };

/** /insights: how much is booked, by whom, and what becomes of it. */
export function InsightsPage() {
  const words = useWords(insightWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const navigate = useNavigate();
  const { days: asked } = useSearch({ strict: false }) as { readonly days?: unknown };
  // The address has the period, so that it can be shared.
  const days = PERIODS.find((one) => one === Number(asked)) ?? USUAL_DAYS;
  const setDays = (chosen: number): void =>
    void navigate({ to: '/insights', search: chosen === USUAL_DAYS ? {} : { days: String(chosen) } });
  const load = useLoad(`insights ${workspace.id} ${days}`, () => call('getInsights', periodOf(days), workspace.id));
  const period = (
    <label>
      <span className="vh">{words.period}</span>
      <select value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
        {PERIODS.map((one) => (
          <option key={one} value={one}>
            {one < 0 ? words.next(-one) : words.last(one)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <>
      <PlaceHead title={words.title} action={period} />
      <MeetingTabs isNumbers />
      <LoadState {...load} what={pageWords<string>('the numbers', 'die Zahlen')}>
        {(insights) =>
          insights.total.bookings === 0 ? (
            <Nothing days={days} onNext={() => setDays(-NEXT_DAYS)} />
          ) : (
            <Numbers insights={insights} />
          )
        }
      </LoadState>
    </>
  );
}

interface NothingProps {
  readonly days: number;
  readonly onNext: () => void;
}

/** A new host has meetings ahead of them only, or none yet. */
function Nothing({ days, onNext }: NothingProps) {
  const words = useWords(insightWords);
  return (
    <section className="card">
      <h2>{days < 0 ? words.noneNext(-days) : words.noneLast(days)}</h2>
      <p className="quiet">{words.noneText}</p>
      <div className="actions">
        {days > 0 && (
          <button type="button" className="button compact" onClick={onNext}>
            {words.next(NEXT_DAYS)}
          </button>
        )}
        <Link className="button second compact" to="/event-types">
          {words.share}
        </Link>
      </div>
    </section>
  );
}

interface Part {
  readonly title: string;
  readonly hint: string;
  readonly rows: readonly TableRow[];
}

function Numbers({ insights }: { readonly insights: Insights }) {
  const words = useWords(insightWords);
  const { fromDate, toDate, timeZone, byWeek, byEventType, byHost, bySource } = insights;
  const locale = useLocale();
  const day = (date: string): string => dayWords(date, locale, 'short');
  const lead = words.lead(day(fromDate), day(toDate), zoneName(timeZone, locale));
  const short = new Intl.DateTimeFormat(locale.tag, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const shortDay = (date: string): string => short.format(Date.parse(date));
  const parts: readonly Part[] = [
    {
      ...{ title: words.event, hint: lead },
      rows: byEventType.map((row) => ({ ...row, key: row.eventType.id, name: row.eventType.name })),
    },
    {
      ...{ title: words.host, hint: lead },
      rows: byHost.map((row) => ({ ...row, key: row.host.id, name: row.host.name })),
    },
    {
      ...{ title: words.source, hint: words.sourceHint },
      rows: bySource.map((row) => ({ ...row, key: row.source, name: words.sources[row.source] })),
    },
  ];
  return (
    <div className="cards">
      <Section title={words.week} hint={lead}>
        <InsightChart bars={byWeek.map((row) => ({ ...row, name: shortDay(row.monday) }))} isInTime />
        <Table
          rows={byWeek.map((row) => ({ ...row, key: row.week, name: words.weekOf(day(row.monday)) }))}
          caption={words.week}
        />
      </Section>
      {parts.map(({ title, hint, rows }) => (
        <Section key={title} title={title} hint={hint}>
          <div className="numbers-pair">
            <InsightChart bars={rows} />
            <Table rows={rows} caption={title} />
          </div>
        </Section>
      ))}
    </div>
  );
}

interface TableRow extends Omit<Counts, 'leadTimeMinutes'> {
  readonly key: string;
  readonly name: string;
  /** left out: not counted for these */
  readonly leadTimeMinutes?: number | null;
}

function Table({ rows, caption }: { readonly rows: readonly TableRow[]; readonly caption: string }) {
  const words = useWords(insightWords);
  const hasLead = rows.some(({ leadTimeMinutes }) => leadTimeMinutes !== undefined);
  const ahead = (minutes: number | null): string => {
    if (minutes === null) return '–';
    const hours = Math.round(minutes / 60);
    return hours < 48 ? words.hours(hours) : words.days(Math.round(hours / 24));
  };
  return (
    <ScrollBox>
      <table className="numbers">
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.bookings}</th>
            <th scope="col">{words.canceled}</th>
            <th scope="col">{words.noShows}</th>
            {hasLead && <th scope="col">{words.leadTime}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, bookings, canceled, noShows, leadTimeMinutes }) => (
            <tr key={key}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>{bookings}</td>
              <td>{canceled}</td>
              <td>{noShows}</td>
              {hasLead && <td>{ahead(leadTimeMinutes ?? null)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

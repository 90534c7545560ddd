import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { insightWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { dayWords, zoneName } from '../../../parts/meeting-time.ts';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { PlaceHead } from '../place-head.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { InsightChart } from './insight-chart.tsx';
import { InsightTable, type TableRow } from './insight-table.tsx';
import { InsightTotals } from './insight-totals.tsx';
import { MeetingTabs } from './meeting-tabs.tsx';

const NEXT_DAYS = 30;

type Insights = OutputOf<'getInsights'>;

interface Periods {
  /** of these numbers; days ahead are negative */
  readonly days: number;
  readonly now: Insights;
  /** of the same length; null: of days ahead, which are still being booked, nothing before is like them */
  readonly before: Insights | null;
}

const PERIODS = [-NEXT_DAYS, 30, 90, 365];
const USUAL_DAYS = 90;
const DAY_MS = 86_400_000;

const dateBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Today is the last day of those behind, and the first of those ahead. */
const periodOf = (days: number) =>
  days < 0
    ? { fromDate: dateBefore(0), toDate: dateBefore(days + 1) }
    : { fromDate: dateBefore(days - 1), toDate: dateBefore(0) };

const periodBefore = (days: number) => ({ fromDate: dateBefore(2 * days - 1), toDate: dateBefore(days) });

/** /insights: how much is booked, by whom, and what becomes of it. */
export function InsightsPage() {
  const words = useWords(insightWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const navigate = useNavigate();
  const { days: asked } = useSearch({ strict: false }) as { readonly days?: unknown };
  // The address has the period, so that it can be shared.
  const chosen = PERIODS.find((one) => one === Number(asked));
  const setDays = (next: number): void => void navigate({ to: '/insights', search: { days: String(next) } });
  const load = useLoad(`insights ${workspace.id} ${chosen ?? 'usual'}`, async (): Promise<Periods> => {
    const read = (period: ReturnType<typeof periodOf>) => call('getInsights', period, workspace.id);
    const periods = async (days: number): Promise<Periods> => {
      const [now, before] = await Promise.all([read(periodOf(days)), days < 0 ? null : read(periodBefore(days))]);
      return { days, now, before };
    };
    const first = await periods(chosen ?? USUAL_DAYS);
    if (chosen !== undefined || first.now.total.bookings > 0) return first;
    // All meetings of a new host lie ahead.
    const next = await periods(-NEXT_DAYS);
    return next.now.total.bookings > 0 ? next : first;
  });
  const days = chosen ?? (load.state.status === 'ready' ? load.state.data.days : USUAL_DAYS);
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
      <LoadState {...load} what={insightWords.loading}>
        {(periods) =>
          periods.now.total.bookings === 0 ? (
            <Nothing days={periods.days} onNext={() => setDays(-NEXT_DAYS)} />
          ) : (
            <Numbers {...periods} />
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
  readonly rowOf: string;
  readonly rows: readonly TableRow[];
  readonly leftOut?: string;
}

function usePartsOf({ byEventType, eventTypesLeftOut, byHost, hostsLeftOut, bySource }: Insights, lead: string) {
  const words = useWords(insightWords);
  const parts: readonly Part[] = [
    {
      ...{ title: words.event, hint: lead, rowOf: words.rowOf.eventType },
      rows: byEventType.map((row) => ({ ...row, key: row.eventType.id, name: row.eventType.name })),
      ...(eventTypesLeftOut > 0 && { leftOut: words.eventTypesLeftOut(eventTypesLeftOut) }),
    },
    {
      ...{ title: words.host, hint: lead, rowOf: words.rowOf.host },
      rows: byHost.map((row) => ({ ...row, key: row.host.id, name: row.host.name })),
      ...(hostsLeftOut > 0 && { leftOut: words.hostsLeftOut(hostsLeftOut) }),
    },
    {
      ...{ title: words.source, hint: words.sourceHint, rowOf: words.rowOf.source },
      rows: bySource.map((row) => ({ ...row, key: row.source, name: words.sources[row.source] })),
    },
  ];
  return parts;
}

function Numbers({ now, before, days }: Periods) {
  const words = useWords(insightWords);
  const { fromDate, toDate, timeZone, byWeek } = now;
  const locale = useLocale();
  const day = (date: string): string => dayWords(date, locale, 'short');
  const lead = words.lead(day(fromDate), day(toDate), zoneName(timeZone, locale));
  const parts = usePartsOf(now, lead);
  const short = new Intl.DateTimeFormat(locale.tag, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const shortDay = (date: string): string => short.format(Date.parse(date));
  // The chart keeps the empty weeks: a gap in time is seen there.
  const weeks = byWeek.filter(({ bookings }) => bookings > 0);
  const empty = byWeek.length - weeks.length;
  return (
    <div className="cards">
      <Section title={words.total} hint={lead}>
        <InsightTotals now={now} before={before} days={Math.abs(days)} />
      </Section>
      <Section title={words.week} hint={lead}>
        <InsightChart bars={byWeek.map((row) => ({ ...row, name: shortDay(row.monday) }))} isInTime />
        <InsightTable
          rows={weeks.map((row) => ({ ...row, key: row.week, name: words.weekOf(day(row.monday)) }))}
          caption={words.week}
          rowOf={words.rowOf.week}
        />
        {empty > 0 && <p className="small quiet left-out">{words.weeksWithout(empty)}</p>}
      </Section>
      {parts.map(({ title, hint, rowOf, rows, leftOut }) => (
        <Section key={title} title={title} hint={hint}>
          <div className="numbers-pair">
            <InsightChart bars={rows} />
            <InsightTable rows={rows} caption={title} rowOf={rowOf} />
          </div>
          {leftOut !== undefined && <p className="small quiet left-out">{leftOut}</p>}
        </Section>
      ))}
    </div>
  );
}

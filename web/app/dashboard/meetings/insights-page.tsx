import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from 'chart.js';
import { useEffect, useRef } from 'react';
import { dayWords } from '../../../parts/meeting-time.ts';
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
import { insightWords } from './insight-words.ts';

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip);

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
      <PlaceHead title={words.title} lead={<Link to="/meetings">{words.back}</Link>} action={period} />
      <LoadState {...load} what={pageWords<string>('the numbers', 'die Zahlen')}>
        {(insights) =>
          insights.total.bookings === 0 ? (
            <Nothing onNext={days > 0 ? () => setDays(-NEXT_DAYS) : undefined} />
          ) : (
            <Numbers insights={insights} />
          )
        }
      </LoadState>
    </>
  );
}

/** A new host has meetings ahead of them only. */
function Nothing({ onNext }: { readonly onNext: (() => void) | undefined }) {
  const words = useWords(insightWords);
  return (
    <>
      <p className="quiet">{words.none}</p>
      {onNext && (
        <button type="button" className="button second" onClick={onNext}>
          {words.next(NEXT_DAYS)}
        </button>
      )}
    </>
  );
}

function Numbers({ insights }: { readonly insights: Insights }) {
  const words = useWords(insightWords);
  const { fromDate, toDate, timeZone, byWeek, byEventType, byHost, bySource } = insights;
  const locale = useLocale();
  const day = (date: string): string => dayWords(date, locale, 'short');
  const lead = words.lead(day(fromDate), day(toDate), timeZone.replaceAll('_', ' '));
  return (
    <div className="cards">
      <Section title={words.week} hint={lead}>
        <Weeks byWeek={byWeek} />
        <Table
          rows={byWeek.map((row) => ({ ...row, key: row.week, name: words.weekOf(day(row.monday)) }))}
          caption={words.week}
        />
      </Section>
      <Section title={words.event} hint={lead}>
        <Table
          rows={byEventType.map((row) => ({ ...row, key: row.eventType.id, name: row.eventType.name }))}
          caption={words.event}
        />
      </Section>
      <Section title={words.host} hint={lead}>
        <Table rows={byHost.map((row) => ({ ...row, key: row.host.id, name: row.host.name }))} caption={words.host} />
      </Section>
      <Section title={words.source} hint={words.sourceHint}>
        <Table
          rows={bySource.map((row) => ({ ...row, key: row.source, name: words.sources[row.source] }))}
          caption={words.source}
        />
      </Section>
    </div>
  );
}

/** All bookings of each week: those that stand, and on top the canceled ones. The table below has the same numbers, for those who do not see it. */
function Weeks({ byWeek }: { readonly byWeek: Insights['byWeek'] }) {
  const words = useWords(insightWords);
  const { tag } = useLocale();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const style = getComputedStyle(document.documentElement);
    const shortDay = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    const chart = new Chart(canvas.current, {
      type: 'bar',
      data: {
        labels: byWeek.map(({ monday }) => shortDay.format(Date.parse(monday))),
        datasets: [
          {
            label: words.kept,
            data: byWeek.map(({ bookings, canceled }) => bookings - canceled),
            backgroundColor: style.getPropertyValue('--accent'),
          },
          {
            label: words.canceled,
            data: byWeek.map(({ canceled }) => canceled),
            backgroundColor: style.getPropertyValue('--edge'),
          },
        ],
      },
      options: {
        animation: false,
        maintainAspectRatio: false,
        plugins: { legend: { position: 'bottom', labels: { color: style.getPropertyValue('--quiet'), boxWidth: 12 } } },
        scales: {
          x: { stacked: true, ticks: { color: style.getPropertyValue('--quiet') }, grid: { display: false } },
          y: {
            stacked: true,
            beginAtZero: true,
            ticks: { precision: 0, color: style.getPropertyValue('--quiet') },
            grid: { color: style.getPropertyValue('--line') },
          },
        },
      },
    });
    return () => chart.destroy();
  }, [byWeek, words, tag]);
  return (
    <div className="chart" aria-hidden="true">
      <canvas ref={canvas} />
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

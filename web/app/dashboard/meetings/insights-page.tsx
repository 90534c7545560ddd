import { Link } from '@tanstack/react-router';
import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { useEffect, useRef, useState } from 'react';
import { inLanguages } from '../../../../domain/languages.ts';
import { ScrollBox } from '../../../parts/scroll-box.tsx';
import { useWords } from '../../../texts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { pageWords } from '../../parts/page-words.ts';
import { Section } from '../../parts/section.tsx';
import { PlaceHead } from '../place-head.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

type Insights = OutputOf<'getInsights'>;
type Counts = Insights['total'];

const insightWords = inLanguages(
  {
    title: 'Numbers',
    back: 'Back to the meetings',
    lead: (from: string, to: string, zone: string) => `Meetings from ${from} to ${to}, by their start (${zone}).`,
    week: 'Bookings by week',
    weekHint: 'Without those that were canceled.',
    event: 'By event type',
    host: 'By host',
    source: 'By source',
    sourceHint: 'People book on a page; agents by a program.',
    name: 'Name',
    bookings: 'Booked',
    canceled: 'Canceled',
    noShows: 'No-shows',
    leadTime: 'Booked ahead',
    days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
    hours: (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`),
    none: 'No meetings in this time.',
    people: 'People',
    agents: 'Agents',
    period: 'Period',
    last: (days: number) => `Last ${days} days`,
  },
  {
    title: 'Zahlen',
    back: 'Zurück zu den Terminen',
    lead: (from: string, to: string, zone: string) => `Termine vom ${from} bis ${to}, nach ihrem Beginn (${zone}).`,
    week: 'Buchungen je Woche',
    weekHint: 'Ohne abgesagte.',
    event: 'Nach Terminart',
    host: 'Nach Gastgeber',
    source: 'Nach Herkunft',
    sourceHint: 'Menschen buchen auf einer Seite, Agenten durch ein Programm.',
    name: 'Name',
    bookings: 'Gebucht',
    canceled: 'Abgesagt',
    noShows: 'Nicht erschienen',
    leadTime: 'Im Voraus gebucht',
    days: (days: number) => (days === 1 ? '1 Tag' : `${days} Tage`),
    hours: (hours: number) => (hours === 1 ? '1 Stunde' : `${hours} Stunden`),
    none: 'Keine Termine in dieser Zeit.',
    people: 'Menschen',
    agents: 'Agenten',
    period: 'Zeitraum',
    last: (days: number) => `Letzte ${days} Tage`,
  },
);

const PERIODS = [30, 90, 365] as const;
const DAY_MS = 86_400_000;

const dateBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** /insights: how much is booked, by whom, and what becomes of it. */
export function InsightsPage() {
  const words = useWords(insightWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const [days, setDays] = useState<number>(90);
  const load = useLoad(`insights ${workspace.id} ${days}`, () =>
    call('getInsights', { fromDate: dateBefore(days - 1), toDate: dateBefore(0) }, workspace.id),
  );
  const period = (
    <label>
      <span className="vh">{words.period}</span>
      <select value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
        {PERIODS.map((one) => (
          <option key={one} value={one}>
            {words.last(one)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <>
      <PlaceHead title={words.title} lead={<Link to="/meetings">{words.back}</Link>} action={period} />
      <LoadState {...load} what={pageWords<string>('the numbers', 'die Zahlen')}>
        {(insights) => <Numbers insights={insights} />}
      </LoadState>
    </>
  );
}

function Numbers({ insights }: { readonly insights: Insights }) {
  const words = useWords(insightWords);
  const { fromDate, toDate, timeZone, total, byWeek, byEventType, byHost, bySource } = insights;
  const lead = words.lead(fromDate, toDate, timeZone.replaceAll('_', ' '));
  if (total.bookings === 0) return <p className="quiet">{words.none}</p>;
  return (
    <div className="cards">
      <Section title={words.week} hint={lead}>
        <Weeks byWeek={byWeek} />
        <Table rows={byWeek.map((row) => ({ ...row, key: row.week, name: row.week }))} caption={words.week} />
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
          rows={bySource.map((row) => ({ ...row, key: row.source, name: `${words[row.bookedBy]}: ${row.source}` }))}
          caption={words.source}
        />
      </Section>
    </div>
  );
}

/** Kept meetings of each week. The table below has the same numbers, for those who do not see it. */
function Weeks({ byWeek }: { readonly byWeek: Insights['byWeek'] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const style = getComputedStyle(document.documentElement);
    const chart = new Chart(canvas.current, {
      type: 'bar',
      data: {
        labels: byWeek.map(({ week }) => week.slice(5)),
        datasets: [
          {
            data: byWeek.map(({ bookings, canceled }) => bookings - canceled),
            backgroundColor: style.getPropertyValue('--accent'),
          },
        ],
      },
      options: {
        animation: false,
        maintainAspectRatio: false,
        scales: {
          x: { ticks: { color: style.getPropertyValue('--quiet') }, grid: { display: false } },
          y: {
            beginAtZero: true,
            ticks: { precision: 0, color: style.getPropertyValue('--quiet') },
            grid: { color: style.getPropertyValue('--line') },
          },
        },
      },
    });
    return () => chart.destroy();
  }, [byWeek]);
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

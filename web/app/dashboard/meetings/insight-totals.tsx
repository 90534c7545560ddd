import { insightWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import type { OutputOf } from '../../data/call.ts';
import { agentsPercent, countChange, leadChange, leadWords } from './insight-change.ts';

type Insights = OutputOf<'getInsights'>;

interface InsightTotalsProps {
  readonly now: Insights;
  /** of as many days; null: nothing is compared */
  readonly before: Insights | null;
  readonly days: number;
}

interface Total {
  readonly name: string;
  readonly value: string;
  /** null: the period before had nothing */
  readonly change: string | null;
}

/** What the period comes to, and how it differs from the one before. */
export function InsightTotals({ now, before, days }: InsightTotalsProps) {
  const words = useWords(insightWords);
  return (
    <dl className="totals">
      {useTotals(now, before).map(({ name, value, change }) => (
        <div key={name}>
          <dt className="small quiet">{name}</dt>
          <dd>
            <strong>{value}</strong>
          </dd>
          {before && <Change words={change === null ? null : words.since(change, days)} days={days} />}
        </div>
      ))}
    </dl>
  );
}

function Change({ words: said, days }: { readonly words: string | null; readonly days: number }) {
  const words = useWords(insightWords);
  if (said !== null) return <dd className="small quiet">{said}</dd>;
  return (
    <dd className="small quiet">
      <span aria-hidden="true">–</span>
      <span className="vh">{words.nothingBefore(days)}</span>
    </dd>
  );
}

function useTotals({ total, bySource }: Insights, before: Insights | null): readonly Total[] {
  const words = useWords(insightWords);
  const { tag } = useLocale();
  const number = new Intl.NumberFormat(tag);
  const count = (name: string, key: 'bookings' | 'canceled' | 'noShows'): Total => ({
    ...{ name, value: number.format(total[key]) },
    change: countChange(total[key], before?.total[key] ?? 0, tag),
  });
  const { leadTimeMinutes: lead } = total;
  const [share, shareBefore] = [agentsPercent(bySource), agentsPercent(before?.bySource ?? [])];
  const percent = new Intl.NumberFormat(tag, { style: 'percent' });
  const signed = new Intl.NumberFormat(tag, { signDisplay: 'exceptZero' });
  const points = (share ?? 0) - (shareBefore ?? 0);
  return [
    count(words.meetings, 'bookings'),
    count(words.canceled, 'canceled'),
    count(words.noShows, 'noShows'),
    {
      ...{ name: words.leadTime, value: lead === null ? '–' : leadWords(lead, words) },
      change: leadChange(lead, before?.total.leadTimeMinutes ?? null, words),
    },
    {
      ...{ name: words.byAgents, value: percent.format((share ?? 0) / 100) },
      change: shareBefore === null ? null : words.points(Math.abs(points), signed.format(points)),
    },
  ];
}

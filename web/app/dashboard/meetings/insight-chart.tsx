import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from 'chart.js';
import { useEffect, useRef } from 'react';
import { insightWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useWords } from '../../../parts/locale.ts';

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip);

/** More would be too small to read; the table has them all. */
const MOST_BARS = 20;
const LONGEST_NAME = 22;

export interface Bar {
  readonly name: string;
  readonly bookings: number;
  readonly canceled: number;
}

interface InsightChartProps {
  readonly bars: readonly Bar[];
  /** weeks stand beside each other; left out: names stand below each other */
  readonly isInTime?: boolean;
}

const short = (name: string): string => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);

function optionsOf(isInTime: boolean) {
  const style = getComputedStyle(document.documentElement);
  const [quiet, line] = [style.getPropertyValue('--quiet'), style.getPropertyValue('--line')];
  const names = { stacked: true, ticks: { color: quiet }, grid: { display: false } };
  const counts = { stacked: true, beginAtZero: true, ticks: { precision: 0, color: quiet }, grid: { color: line } };
  return {
    animation: false,
    maintainAspectRatio: false,
    indexAxis: isInTime ? 'x' : 'y',
    plugins: { legend: { position: 'bottom', labels: { color: quiet, boxWidth: 12 } } },
    scales: isInTime ? { x: names, y: counts } : { x: counts, y: names },
  } as const;
}

/** All bookings of each: those that stand, and with them the canceled ones. The table beside it has the same numbers, for those who do not see it. */
export function InsightChart({ bars, isInTime = false }: InsightChartProps) {
  const words = useWords(insightWords);
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = isInTime ? bars : bars.slice(0, MOST_BARS);
  const drawn = JSON.stringify(shown);
  useEffect(() => {
    if (!canvas.current) return;
    const rows = JSON.parse(drawn) as readonly Bar[];
    const style = getComputedStyle(document.documentElement);
    const common = { maxBarThickness: isInTime ? 40 : 22 };
    const chart = new Chart(canvas.current, {
      type: 'bar',
      data: {
        labels: rows.map(({ name }) => short(name)),
        datasets: [
          {
            label: words.kept,
            data: rows.map(({ bookings, canceled }) => bookings - canceled),
            backgroundColor: style.getPropertyValue('--accent'),
            ...common,
          },
          {
            label: words.canceled,
            data: rows.map(({ canceled }) => canceled),
            backgroundColor: style.getPropertyValue('--edge'),
            ...common,
          },
        ],
      },
      options: optionsOf(isInTime),
    });
    return () => chart.destroy();
  }, [drawn, isInTime, words]);
  return (
    <div
      className="chart"
      aria-hidden="true"
      style={isInTime ? undefined : { height: `${5 + Math.max(2, shown.length) * 2.25}rem` }}
    >
      <canvas ref={canvas} />
    </div>
  );
}

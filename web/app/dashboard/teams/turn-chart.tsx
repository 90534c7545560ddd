import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from 'chart.js';
import { useEffect, useRef } from 'react';
import { teamWords } from '../../../../texts/en/dashboard/teams.ts';
import { useWords } from '../../../parts/locale.ts';
import { type Share, sharesOf } from './shares.ts';

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip);

const SHOWN = 30;

/** Turns of each person beside what their weight asks for. The table has the same numbers, for those who do not see it. */
export function TurnChart({ members }: { readonly members: Parameters<typeof sharesOf>[0] }) {
  const words = useWords(teamWords);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const chart = draw(canvas.current, sharesOf(members).slice(0, SHOWN), [words.got, words.expected]);
    return () => chart.destroy();
  }, [members, words]);
  return (
    <div className="chart" aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  );
}

function draw(canvas: HTMLCanvasElement, shares: readonly Share[], [got, expected]: readonly [string, string]): Chart {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name);
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: shares.map(({ name }) => name),
      datasets: [
        { label: got, data: shares.map(({ turns }) => turns), backgroundColor: colour('--accent') },
        { label: expected, data: shares.map((share) => share.expected), backgroundColor: colour('--edge') },
      ],
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      plugins: { legend: { labels: { color: colour('--ink') } } },
      scales: {
        x: { ticks: { color: colour('--quiet') }, grid: { display: false } },
        y: { beginAtZero: true, ticks: { precision: 0, color: colour('--quiet') }, grid: { color: colour('--line') } },
      },
    },
  });
}

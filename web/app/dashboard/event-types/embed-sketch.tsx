import type { EmbedKind } from '../../../parts/embed-snippet.ts';

const DAYS = Array.from({ length: 8 }, (_, index) => ({ x: (index % 4) * 9, y: Math.floor(index / 4) * 9, index }));

/** A website with its lines of text, and what of it is ours. */
export function EmbedSketch({ kind }: { kind: EmbedKind }) {
  return (
    <svg className="embed-sketch" viewBox="0 0 120 76" aria-hidden="true">
      <rect className="site" x="0.5" y="0.5" width="119" height="75" rx="6" />
      <path className="text" d="M10 12h38M10 21h100M10 28h84" />
      {kind === 'inline' && <Calendar x={10} y={36} width={100} height={32} />}
      {kind === 'popup' && (
        <>
          <rect className="shade" x="0.5" y="0.5" width="119" height="75" rx="6" />
          <Calendar x={22} y={12} width={76} height={52} />
        </>
      )}
      {kind === 'button' && <rect className="ours" x="10" y="42" width="44" height="14" rx="4" />}
    </svg>
  );
}

function Calendar({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return (
    <g>
      <rect className="sheet-of" x={x} y={y} width={width} height={height} rx="4" />
      <g transform={`translate(${x + width / 2 - 2} ${y + height / 2 - 9})`}>
        {DAYS.map((day) => (
          <rect
            key={day.index}
            className={day.index === 5 ? 'ours' : 'day-of'}
            x={day.x}
            y={day.y}
            width="7"
            height="7"
            rx="2"
          />
        ))}
      </g>
      <path className="text" d={`M${x + 8} ${y + height / 2 - 6}h24M${x + 8} ${y + height / 2 + 3}h18`} />
    </g>
  );
}

import { MINUTE_MS } from '../../../../domain/time/civil.ts';
import { localParts } from '../../../../domain/time/local.ts';
import { clockWords, dayWords } from '../../../parts/meeting-time.ts';
import { useLocale, useWords } from '../../../texts/locale.ts';
import { gridWords } from './grid-words.ts';
import { boundsOf, type DayAsked, type Offered } from './use-offered.ts';

/** Times that are not offered are shown so often. */
const EVERY_MS = 30 * MINUTE_MS;

interface OfferedTimesProps {
  readonly asked: DayAsked;
  readonly offered: readonly Offered[];
  readonly onAsk: (startMs: number, clock: string) => void;
}

/** The starts of a day: those that are offered, and between them those that are not, to ask why. */
export function OfferedTimes({ asked, offered, onAsk }: OfferedTimesProps) {
  const words = useWords(gridWords);
  const locale = useLocale();
  const open = new Set(offered.map(({ startUtc }) => Date.parse(startUtc)));
  return (
    <>
      <p className="small quiet">{words.count(open.size)}</p>
      <ul className="offered-times" aria-label={words.times(dayWords(asked.date, locale))}>
        {startsOf(asked, open).map((startMs) => {
          const clock = clockWords(localParts(startMs, asked.zone).timeLocal, locale);
          const isOpen = open.has(startMs);
          return (
            <li key={startMs}>
              <button
                type="button"
                className={isOpen ? 'offered-time open' : 'offered-time'}
                aria-label={isOpen ? words.isOffered(clock) : words.notOffered(clock)}
                onClick={() => onAsk(startMs, clock)}
              >
                {clock}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** In order: offered starts, and every half hour of the day. */
function startsOf(asked: DayAsked, open: ReadonlySet<number>): number[] {
  const { fromMs, toMs } = boundsOf(asked);
  const half = Array.from({ length: Math.floor((toMs - fromMs) / EVERY_MS) }, (_, nth) => fromMs + nth * EVERY_MS);
  return [...new Set([...half, ...open])].sort((one, other) => one - other);
}

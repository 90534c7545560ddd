import { MINUTE_MS } from '../../../../domain/time/civil.ts';
import { localParts } from '../../../../domain/time/local.ts';
import { gridWords } from '../../../../texts/en/dashboard/availability.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { clockWords, dayWords } from '../../../parts/meeting-time.ts';
import { boundsOf, type DayAsked, type Offered } from './use-offered.ts';

/** Times that are not offered are shown so often. */
const EVERY_MS = 30 * MINUTE_MS;

interface OfferedTimesProps {
  readonly asked: DayAsked;
  readonly offered: readonly Offered[];
  readonly onAsk: (startMs: number, clock: string) => void;
}

/** The starts of a day that are offered, and, folded, those that are not, to ask why: a closed day must not look like an open one. */
export function OfferedTimes({ asked, offered, onAsk }: OfferedTimesProps) {
  const words = useWords(gridWords);
  const locale = useLocale();
  const open = new Set(offered.map(({ startUtc }) => Date.parse(startUtc)));
  const starts = startsOf(asked, open);
  const day = dayWords(asked.date, locale);
  const props = { zone: asked.zone, onAsk };
  return (
    <>
      <p className="small quiet">{open.size === 0 ? words.noTimes : words.count(open.size)}</p>
      {open.size > 0 && (
        <TimesList {...props} isOpen name={words.times(day)} starts={starts.filter((startMs) => open.has(startMs))} />
      )}
      <details className="not-offered">
        <summary>{words.whyNot}</summary>
        <TimesList
          {...props}
          isOpen={false}
          name={words.notTimes(day)}
          starts={starts.filter((startMs) => !open.has(startMs))}
        />
      </details>
    </>
  );
}

interface TimesListProps extends Pick<OfferedTimesProps, 'onAsk'> {
  readonly zone: string;
  readonly name: string;
  readonly starts: readonly number[];
  readonly isOpen: boolean;
}

function TimesList({ zone, name, starts, isOpen, onAsk }: TimesListProps) {
  const words = useWords(gridWords);
  const locale = useLocale();
  return (
    <ul className="offered-times" aria-label={name}>
      {starts.map((startMs) => {
        const clock = clockWords(localParts(startMs, zone).timeLocal, locale);
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
  );
}

/** In order: offered starts, and every half hour of the day. */
function startsOf(asked: DayAsked, open: ReadonlySet<number>): number[] {
  const { fromMs, toMs } = boundsOf(asked);
  const half = Array.from({ length: Math.floor((toMs - fromMs) / EVERY_MS) }, (_, nth) => fromMs + nth * EVERY_MS);
  return [...new Set([...half, ...open])].sort((one, other) => one - other);
}

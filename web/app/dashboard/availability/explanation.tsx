import { availabilityWords, reasonWords } from '../../../../texts/en/dashboard/availability.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { momentWords } from '../../../parts/meeting-time.ts';
import type { OutputOf } from '../../data/call.ts';
import { reasonsOf } from './reasons.ts';

export type Explanation = OutputOf<'explainSlot'>;

/** Whether a time is offered; if not, every rule in the way, and the nearest times that are. */
export function Answer({ answer }: { readonly answer: Explanation }) {
  const { offered, eventType, startAt, local, hosts, alternatives } = answer;
  const words = useWords(availabilityWords);
  const reasons = useWords(reasonWords);
  const locale = useLocale();
  const when = (instant: string) => momentWords(Date.parse(instant), local.timezone, locale);
  const against = offered ? [] : hosts.flatMap((host) => reasonsOf(host, answer, locale));
  return (
    <>
      <p>
        <strong>{offered ? words.offered : reasons.not(eventType.name, when(startAt))}</strong>
        {hosts.length > 1 && ` ${reasons.members(hosts.filter((host) => host.offered).length, hosts.length)}`}
      </p>
      {against.length > 0 && (
        <ul className="points">
          {[...new Set(against)].map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {!offered && alternatives.length > 0 && (
        <>
          <p>{words.nearest}</p>
          <ul className="points">
            {alternatives.map(({ startUtc }) => (
              <li key={startUtc}>{when(startUtc)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

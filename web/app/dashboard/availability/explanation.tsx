import { useWords } from '../../../texts/locale.ts';
import type { OutputOf } from '../../data/call.ts';
import { availabilityWords } from './words.ts';

export type Explanation = OutputOf<'explainSlot'>;

/** Whether a time is offered; if not, every rule in the way, and the nearest times that are. */
export function Answer({ answer: { offered, summary, hosts, alternatives } }: { readonly answer: Explanation }) {
  const words = useWords(availabilityWords);
  const broken = hosts.flatMap(({ findings }) => findings.filter(({ passes }) => !passes));
  return (
    <>
      <p>
        <strong>{offered ? words.offered : summary}</strong>
      </p>
      {broken.length > 0 && (
        <ul className="points">
          {broken.map(({ rule, sentence }) => (
            <li key={`${rule} ${sentence}`}>{sentence}</li>
          ))}
        </ul>
      )}
      {!offered && alternatives.length > 0 && (
        <>
          <p>{words.nearest}</p>
          <ul className="points">
            {alternatives.map(({ startAt, local }) => (
              <li key={startAt}>{local.display}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

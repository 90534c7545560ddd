import { Link } from '@tanstack/react-router';
import { teamWords } from '../../../../texts/en/dashboard/teams.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { zoneHere } from '../../parts/words.ts';
import type { Fairness } from './team.ts';

/** Why each of the last meetings went to its host, in the words of the slot engine. */
export function LastTurns({ turns }: { readonly turns: Fairness['latest'] }) {
  const words = useWords(teamWords);
  const { tag } = useLocale();
  const when = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' });
  const zone = zoneHere();
  if (turns.length === 0) return <p className="quiet none">{words.noWhy}</p>;
  return (
    <ol className="rows" aria-label={words.why}>
      {turns.map(({ bookingId, eventType, startAt, status, hostName, decidedAt, sentence }) => (
        <li key={`${decidedAt} ${startAt}`}>
          <div>
            <p>
              <strong>
                <bdi>{hostName}</bdi>
              </strong>
              {bookingId === null ? (
                <bdi className="quiet">{eventType.name}</bdi>
              ) : (
                <Link className="inline" to="/meetings/$bookingId" params={{ bookingId }}>
                  <bdi>{eventType.name}</bdi>
                </Link>
              )}
              {status in words.status && (
                <span className="tag">{words.status[status as keyof typeof words.status]}</span>
              )}
            </p>
            <p className="small" dir="auto">
              {sentence}
            </p>
            <p className="small quiet">
              {words.starts(when.format(Date.parse(startAt)))} ({zone}) ·{' '}
              {words.decided(when.format(Date.parse(decidedAt)))}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

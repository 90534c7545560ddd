import { useId } from 'react';
import { meetingWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { zoneName } from '../../../parts/meeting-time.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { MeetingDetail } from './meeting.ts';
import { momentIn } from './their-time.ts';
import { useGuestName } from './use-guest-name.ts';

type Step = MeetingDetail['history'][number];

/** What happened to a meeting, by whom, the first step first. */
export function MeetingHistory({ meeting }: { readonly meeting: MeetingDetail }) {
  const words = useWords(meetingWords);
  const locale = useLocale();
  const id = useId();
  const { history, local } = meeting;
  if (history.length === 0) return null;
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{words.history}</h2>
      <p className="small quiet">{words.inZone(zoneName(local.timezone, locale))}</p>
      <ol className="history">
        {history.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id, and are never reordered
          <li key={index}>
            <p>
              <StepWords step={step} meeting={meeting} />
            </p>
            {step.reason !== null && (
              <p className="small">
                “<bdi>{step.reason}</bdi>”
              </p>
            )}
            <p className="small quiet">
              <time dateTime={step.at}>{momentIn(step.at, local.timezone, locale)}</time>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** "Booked by agent Otto for Maya Okafor". */
function StepWords({ step, meeting }: { readonly step: Step; readonly meeting: MeetingDetail }) {
  const words = useWords(meetingWords);
  const locale = useLocale();
  const guest = useGuestName(meeting);
  const { person } = useDashboard();
  const isFirst = isMaking(step);
  // The agent's inbox is known of the booking alone.
  const name = step.who.name ?? (isFirst && step.who.kind === 'agent' ? meeting.bookedBy.name : null);
  const isFor = isFirst && (step.who.kind === 'agent' || step.who.kind === 'host');
  const { startAt, previousStartAt } = step;
  const zone = meeting.local.timezone;
  return (
    <>
      <strong>{words.steps[step.action] ?? words.otherStep}</strong>
      {startAt !== null && previousStartAt !== null && (
        <> {words.moved(momentIn(previousStartAt, zone, locale), momentIn(startAt, zone, locale))}</>
      )}{' '}
      <bdi>{isOfReader(step, person.id) ? words.byYou : whoWords(step.who.kind, name, words)}</bdi>
      {isFor && (
        <>
          {' '}
          <bdi>{words.forGuest(guest)}</bdi>
        </>
      )}
    </>
  );
}

function whoWords(kind: Step['who']['kind'], name: string | null, words: typeof meetingWords): string {
  if (name === null || kind === 'system') return words.by[kind];
  return kind === 'agent' ? words.byAgent(name) : words.byName(name);
}

/** The step by which the meeting was made. */
export const isMaking = ({ action }: Pick<Step, 'action'>): boolean =>
  action === 'booking.requested' || action === 'booking.confirmed';

/** Done by the reader themselves, and not by a program of theirs. */
export const isOfReader = ({ who }: Pick<Step, 'who'>, userId: string): boolean =>
  who.kind === 'host' && who.userId === userId;

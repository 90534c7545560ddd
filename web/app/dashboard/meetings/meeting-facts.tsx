import type { OutputOf } from '../../data/call.ts';
import { clockOf, weekdayOf } from '../../parts/words.ts';

export type Meeting = OutputOf<'listMyMeetings'>['meetings'][number];

interface MeetingFactsProps {
  readonly meeting: Meeting;
  /** null: it goes without saying */
  readonly workspace: string | null;
}

/** Who, when and what for. */
export function MeetingFacts({ meeting: { startAt, endAt, guest, eventName, status }, workspace }: MeetingFactsProps) {
  return (
    <div>
      <p>
        <strong>
          <bdi>{guest}</bdi>
        </strong>
        {status === 'pending_confirmation' && <span className="tag">Waits for your answer</span>}
      </p>
      <p className="small">
        <time dateTime={startAt}>
          {weekdayOf(startAt)}, {clockOf(startAt)} – {clockOf(endAt)}
        </time>
      </p>
      <p className="small quiet">
        <bdi>{eventName}</bdi>
        {workspace !== null && (
          <>
            {' '}
            · in <bdi>{workspace}</bdi>
          </>
        )}
      </p>
    </div>
  );
}

import type { OutputOf } from '../../data/call.ts';

export type Meeting = OutputOf<'listMyMeetings'>['meetings'][number];

interface MeetingFactsProps {
  readonly meeting: Meeting;
  /** null: it goes without saying */
  readonly workspace: string | null;
}

/** Who, when and what for. */
export function MeetingFacts({ meeting, workspace }: MeetingFactsProps) {
  const { startAt, when, theirTime, guest, guestEmail, eventName, status } = meeting;
  return (
    <div>
      <p>
        <strong>
          <bdi>{guest}</bdi>
        </strong>
        {guest !== guestEmail && (
          <>
            {' '}
            <bdi className="small quiet">{guestEmail}</bdi>
          </>
        )}
        {status === 'pending_confirmation' && <span className="tag">Waits for your answer</span>}
      </p>
      <p className="small">
        <time dateTime={startAt}>{when}</time>
      </p>
      {theirTime !== null && <p className="small quiet">Their time: {theirTime}</p>}
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

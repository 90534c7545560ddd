import { useState } from 'react';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { useLoad } from '../../data/use-load.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { clockOf, noticeOf, weekdayOf, zoneHere } from '../../parts/words.ts';

type Meeting = OutputOf<'listMyMeetings'>['meetings'][number];

const FIRST = 10;
/** As many as one answer has. */
const ALL = 100;

/** The meetings that the signed-in person hosts, whatever the workspace: requests that wait for them, then what is coming, with the way to its prep pack. */
export function ComingMeetings() {
  const { call } = useApi();
  const [limit, setLimit] = useState(FIRST);
  const mine = useLoad(`coming ${limit}`, () => call('listMyMeetings', { limit }));
  return (
    <Section
      title="Coming meetings"
      hint={`That you host, the next one first. Times are in ${zoneHere()}.`}
      anchor="meetings"
    >
      <LoadState {...mine} what="your meetings">
        {({ meetings, requests, more }) => (
          <>
            <Requests requests={requests} onDecided={mine.reload} />
            <Coming meetings={meetings} />
            {more && limit === FIRST && (
              <button type="button" className="button second" onClick={() => setLimit(ALL)}>
                Show all
              </button>
            )}
            {more && limit === ALL && (
              <p className="small quiet">Later ones are listed by agents and the command line.</p>
            )}
          </>
        )}
      </LoadState>
    </Section>
  );
}

interface RequestsProps {
  readonly requests: readonly Meeting[];
  readonly onDecided: () => Promise<void>;
}

/** Requests that the person decides on: they stand first, since they end by themselves. */
function Requests({ requests, onDecided }: RequestsProps) {
  if (requests.length === 0) return null;
  return (
    <ul className="rows" aria-label="Requests that wait for your answer">
      {requests.map((request) => (
        <Request key={request.id} request={request} onDecided={onDecided} />
      ))}
    </ul>
  );
}

function Request({ request, onDecided }: Pick<RequestsProps, 'onDecided'> & { readonly request: Meeting }) {
  const { call } = useApi();
  const { id, guest, startAt, workspace } = request;
  const approve = useAction(async () => {
    await call('approveBooking', { bookingId: id, startAt }, workspace.id);
    await onDecided();
  });
  return (
    <li>
      <div>
        <MeetingFacts meeting={request} workspace={workspace.name} />
        {approve.error && <Notice notice={noticeOf(approve.error)} />}
      </div>
      <div className="actions">
        <a className="button second compact" href={`/meetings/${id}/prep`}>
          Read<span className="vh"> the request of {guest}</span>
        </a>
        <button type="button" className="button second compact" onClick={() => approve.run()}>
          {approve.busy ? 'Approving …' : 'Approve'}
          <span className="vh"> the request of {guest}</span>
        </button>
      </div>
    </li>
  );
}

/** The name of the workspace stands only where it tells something. */
function Coming({ meetings }: { readonly meetings: readonly Meeting[] }) {
  if (meetings.length === 0)
    return <p className="quiet">No meeting is coming. Share one of your links to be booked.</p>;
  const isOneWorkspace = new Set(meetings.map(({ workspace }) => workspace.id)).size === 1;
  return (
    <ul className="rows" aria-label="Coming meetings">
      {meetings.map((meeting) => (
        <li key={meeting.id}>
          <MeetingFacts meeting={meeting} workspace={isOneWorkspace ? null : meeting.workspace.name} />
          {meeting.prep && <Prepare meeting={meeting} />}
        </li>
      ))}
    </ul>
  );
}

interface MeetingFactsProps {
  readonly meeting: Meeting;
  /** null: it goes without saying */
  readonly workspace: string | null;
}

function MeetingFacts({ meeting: { startAt, endAt, guest, eventName, status }, workspace }: MeetingFactsProps) {
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

const Prepare = ({ meeting: { id, guest } }: { readonly meeting: Meeting }) => (
  <a className="button second compact" href={`/meetings/${id}/prep`}>
    Prepare<span className="vh"> for {guest}</span>
  </a>
);

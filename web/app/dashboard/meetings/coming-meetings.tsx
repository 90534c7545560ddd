import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { clockOf, weekdayOf, zoneHere } from '../../parts/words.ts';

type Coming = OutputOf<'listMyMeetings'>['meetings'][number];

/** The next meetings that the signed-in person hosts, whatever the workspace, each with the way to its prep pack. */
export function ComingMeetings() {
  const { call } = useApi();
  const mine = useLoad('coming', () => call('listMyMeetings', {}));
  return (
    <Section title="Coming meetings" hint={`The next ten that you host. Times are in ${zoneHere()}.`} anchor="meetings">
      <LoadState {...mine} what="your meetings">
        {({ meetings }) => (meetings.length === 0 ? <None /> : <MeetingList meetings={meetings} />)}
      </LoadState>
    </Section>
  );
}

const None = () => <p className="quiet">No meeting is coming. Share one of your links to be booked.</p>;

/** The name of the workspace stands only where it tells something. */
function MeetingList({ meetings }: { readonly meetings: readonly Coming[] }) {
  const isOneWorkspace = new Set(meetings.map(({ workspace }) => workspace.id)).size === 1;
  return (
    <ul className="rows" aria-label="Coming meetings">
      {meetings.map((meeting) => (
        <li key={meeting.id}>
          <MeetingFacts meeting={meeting} workspace={isOneWorkspace ? null : meeting.workspace.name} />
          {meeting.prep && meeting.status !== 'pending_confirmation' && <Prepare meeting={meeting} />}
        </li>
      ))}
    </ul>
  );
}

interface MeetingFactsProps {
  readonly meeting: Coming;
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

const Prepare = ({ meeting: { id, guest } }: { readonly meeting: Coming }) => (
  <a className="button second compact" href={`/meetings/${id}/prep`}>
    Prepare<span className="vh"> for {guest}</span>
  </a>
);

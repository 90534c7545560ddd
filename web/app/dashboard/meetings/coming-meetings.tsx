import { useState } from 'react';
import { useApi } from '../../data/api-context.ts';
import { useLoad } from '../../data/use-load.ts';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { type Meeting, MeetingFacts } from './meeting-facts.tsx';
import { Requests } from './requests.tsx';

const FIRST = 10;
/** As many as one answer has. */
const ALL = 100;

/** The meetings that the signed-in person hosts, whatever the workspace: requests that wait for them, then what is coming, with the way to its prep pack. */
export function ComingMeetings() {
  const { call } = useApi();
  const [limit, setLimit] = useState(FIRST);
  const { done, report } = useDone();
  const mine = useLoad(`coming ${limit}`, () => call('listMyMeetings', { limit }));
  return (
    <Section
      title="Coming meetings"
      hint="That you host, the next one first. Times are those of the host, with their zone."
      anchor="meetings"
      done={done}
    >
      <LoadState {...mine} what="your meetings">
        {({ meetings, requests, more }) => (
          <>
            <Requests requests={requests} report={report} onDecided={mine.reload} />
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

const Prepare = ({ meeting: { id, guest } }: { readonly meeting: Meeting }) => (
  <a className="button second compact" href={`/meetings/${id}/prep`}>
    Prepare<span className="vh"> for {guest}</span>
  </a>
);

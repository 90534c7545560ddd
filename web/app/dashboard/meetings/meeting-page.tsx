import { Link, useLocation, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isScheduled } from '../../../../domain/booking/booking-states.ts';
import { meetingsWords, meetingWords } from '../../../../texts/en/dashboard/meetings.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import { Done } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { PlaceHead } from '../place-head.tsx';
import { inWorkspace } from '../workspaces/choice.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { ActButtons } from './act-buttons.tsx';
import { ActsProvider } from './acts-context.ts';
import { HostNotes } from './host-notes.tsx';
import { guestOf, isPrepared, isSample, type MeetingDetail, prepAddress, waits } from './meeting.ts';
import { MeetingAnswers } from './meeting-answers.tsx';
import { MeetingFacts } from './meeting-facts.tsx';
import { MeetingHistory } from './meeting-history.tsx';
import { useActOfAddress } from './use-act-of-address.ts';
import { useActs } from './use-acts.tsx';
import { useGuestName } from './use-guest-name.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { type FoundMeeting, isMissing, useMeeting } from './use-meeting.ts';

/** /meetings/{bookingId}: all about one meeting, and what can be done with it. */
export function MeetingPage() {
  const words = useWords(meetingWords);
  const { title } = useWords(meetingsWords);
  const { bookingId } = useParams({ from: '/meetings/$bookingId' });
  const { state, reload } = useMeeting(bookingId);
  return (
    <>
      <Link className="back" to="/meetings" search={{}}>
        <Icon name="left" />
        {words.back}
      </Link>
      {state.status === 'ready' ? (
        <Found {...state.data} reload={reload} />
      ) : (
        <>
          <PlaceHead title={title} />
          <Without state={state} reload={reload} />
        </>
      )}
    </>
  );
}

function Without({ state, reload }: Omit<Parameters<typeof LoadState>[0], 'what' | 'children'>) {
  const words = useWords(meetingWords);
  if (state.status === 'failed' && isMissing(state.error))
    return <Notice notice={{ tone: 'warning', ...words.gone }} />;
  if (state.status === 'failed' && state.error.status === 403)
    return <Notice notice={{ tone: 'warning', ...words.notYours }} />;
  return (
    <LoadState state={state} reload={reload} what={words.loading}>
      {() => null}
    </LoadState>
  );
}

type FoundProps = FoundMeeting & { readonly reload: () => Promise<void> };

function Found({ meeting, workspace, reload }: FoundProps) {
  const here = useDashboard().workspace;
  const isElsewhere = workspace.id !== here.id;
  useEffect(() => {
    if (!isElsewhere) return;
    const act = new URLSearchParams(location.search).get('act');
    location.replace(
      `${inWorkspace(location.pathname, workspace)}${act === null ? '' : `&${new URLSearchParams({ act })}`}`,
    );
  }, [isElsewhere, workspace]);
  return isElsewhere ? null : <Meeting meeting={meeting} reload={reload} />;
}

function Meeting({ meeting, reload }: { readonly meeting: MeetingDetail; readonly reload: () => Promise<void> }) {
  const acts = useActs(reload);
  useActOfAddress(meeting, acts);
  const guest = useGuestName(meeting);
  const { sampleText } = useWords(meetingsWords);
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box);
  return (
    <ActsProvider value={acts}>
      <PlaceHead title={guest} lead={<Lead meeting={meeting} />} isArrival />
      <Done words={acts.done} />
      <div ref={box} className="cards">
        <MeetingActs meeting={meeting} />
        {isSample(meeting) && <p className="small quiet">{sampleText}</p>}
        <MeetingFacts meeting={meeting} />
        <MeetingAnswers meeting={meeting} />
        <HostNotes meeting={meeting} onSaved={reload} />
        <MeetingHistory meeting={meeting} />
      </div>
      {acts.dialog}
    </ActsProvider>
  );
}

function Lead({ meeting }: { readonly meeting: MeetingDetail }) {
  const { statuses, ended, sample, test } = useWords(meetingsWords);
  const tag = meeting.endedAs === undefined ? statuses[meeting.status] : ended[meeting.endedAs];
  return (
    <>
      <bdi>{meeting.eventType.name}</bdi>
      {isSample(meeting) && <span className="tag">{sample}</span>}
      {meeting.testMode && <span className="tag">{test}</span>}
      {tag !== null && <span className={waits(meeting) ? 'tag warn' : 'tag'}>{tag}</span>}
    </>
  );
}

/** Everything that a press does, on top: on a phone it would else be below all that is written. */
function MeetingActs({ meeting }: { readonly meeting: MeetingDetail }) {
  const words = useWords(meetingWords);
  const { join, for: forGuest } = useWords(meetingsWords);
  const { joinUrl, status, id } = meeting;
  const guest = guestOf(meeting);
  const isAhead = isScheduled(status);
  const href = useLocation({ select: (at) => at.href });
  return (
    <div className="row-actions meeting-acts">
      {joinUrl !== null && isAhead && (
        <a className="button compact" href={joinUrl} target="_blank" rel="noreferrer">
          <Icon name="video" />
          {join}
        </a>
      )}
      {isPrepared(meeting) && (
        <a className="button second compact" href={prepAddress(id, href)}>
          {words.prepare}
          <span className="vh"> {forGuest(guest)}</span>
        </a>
      )}
      <ActButtons meeting={meeting} />
    </div>
  );
}

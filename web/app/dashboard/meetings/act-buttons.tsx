import { actWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { noticeOf } from '../../parts/words.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { useActsOfPage } from './acts-context.ts';
import { type AnyMeeting, actsOf, isSample } from './meeting.ts';
import { useGuestName } from './use-guest-name.ts';
import { useMinute } from './use-minute.ts';

/** A button for each act that the service would not refuse now. */
export function ActButtons({ meeting }: { readonly meeting: AnyMeeting }) {
  const words = useWords(actWords);
  const { start } = useActsOfPage();
  const guest = useGuestName(meeting);
  const acts = actsOf(meeting, useMinute()).map((act) =>
    act === 'cancel' && isSample(meeting) ? 'removeSample' : act,
  );
  return acts.map((act) =>
    act === 'approve' || act === 'undoNoShow' || act === 'removeSample' ? (
      <AtOnce key={act} act={act} meeting={meeting} guest={guest} />
    ) : (
      <button
        key={act}
        type="button"
        className={act === 'decline' ? 'button second danger compact' : 'button second compact'}
        onClick={() => start(act, meeting)}
      >
        {words.verbs[act]}
        <span className="vh"> {words.of[act](guest)}</span>
      </button>
    ),
  );
}

interface AtOnceProps {
  readonly act: 'approve' | 'undoNoShow' | 'removeSample';
  readonly meeting: AnyMeeting;
  readonly guest: string;
}

/** What needs no word: it is done at a press. Approves what the host sees: a request that the guest has moved meanwhile is refused. */
function AtOnce({ act, meeting: { id: bookingId, startAt }, guest }: AtOnceProps) {
  const words = useWords(actWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const { finish } = useActsOfPage();
  const calls = {
    approve: () => call('approveBooking', { bookingId, startAt }, workspace.id),
    undoNoShow: () => call('markNoShow', { bookingId, noShow: false }, workspace.id),
    // Its guest is the host: there is nobody to give a word to.
    removeSample: () => call('cancelBooking', { bookingId }, workspace.id),
  };
  const doing = useAction(() => finish(words.done[act](guest), calls[act]));
  const isApproval = act === 'approve';
  return (
    <>
      <button
        type="button"
        className={isApproval ? 'button compact' : 'button second compact'}
        aria-disabled={doing.busy}
        onClick={() => void doing.run()}
      >
        {isApproval ? <Approval busy={doing.busy} /> : words.verbs[act]}
        <span className="vh"> {words.of[act](guest)}</span>
      </button>
      {doing.error && <Notice notice={noticeOf(doing.error)} />}
    </>
  );
}

/** As wide as the longer of its words: a button that grows wraps the row, and what is below it moves. */
function Approval({ busy }: { readonly busy: boolean }) {
  const { verbs, approving } = useWords(actWords);
  return (
    <span className="either">
      <span className={busy ? 'unseen' : undefined}>{verbs.approve}</span>
      <span className={busy ? undefined : 'unseen'}>{approving}</span>
    </span>
  );
}

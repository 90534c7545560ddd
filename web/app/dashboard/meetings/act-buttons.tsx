import { Notice } from '../../../parts/notice.tsx';
import { useWords } from '../../../texts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { noticeOf } from '../../parts/words.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { actWords } from './act-words.ts';
import { useActsOfPage } from './acts-context.ts';
import { type AnyMeeting, actsOf } from './meeting.ts';
import { useGuestName } from './use-guest-name.ts';
import { useMinute } from './use-minute.ts';

/** A button for each act that the service would not refuse now. */
export function ActButtons({ meeting }: { readonly meeting: AnyMeeting }) {
  const words = useWords(actWords);
  const { start } = useActsOfPage();
  const guest = useGuestName(meeting);
  return actsOf(meeting, useMinute()).map((act) =>
    act === 'approve' ? (
      <Approve key={act} meeting={meeting} guest={guest} />
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

interface ApproveProps {
  readonly meeting: AnyMeeting;
  readonly guest: string;
}

/** Approves what the host sees: a request that the guest has moved meanwhile is refused. */
function Approve({ meeting: { id, startAt }, guest }: ApproveProps) {
  const words = useWords(actWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const { finish } = useActsOfPage();
  const approve = useAction(() =>
    finish(words.done.approve(guest), () => call('approveBooking', { bookingId: id, startAt }, workspace.id)),
  );
  return (
    <>
      <button type="button" className="button compact" aria-disabled={approve.busy} onClick={() => void approve.run()}>
        {approve.busy ? words.approving : words.verbs.approve}
        <span className="vh"> {words.of.approve(guest)}</span>
      </button>
      {approve.error && <Notice notice={noticeOf(approve.error)} />}
    </>
  );
}

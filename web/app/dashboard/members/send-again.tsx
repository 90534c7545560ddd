import { sendAgainWords as say } from '../../../../texts/en/dashboard/members.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import type { useDone } from '../../parts/done.tsx';
import { noticeOf } from '../../parts/words.ts';
import type { Member } from './change-role.tsx';

type Report = ReturnType<typeof useDone>['report'];

/** Invites again, by the operation that invites: within its caps it mails anew, and a mail that left just now stays the last one. */
export function useSendAgain(workspaceId: string, report: Report, reload: () => Promise<void>) {
  const { call } = useApi();
  return ({ email, role, expiresAt }: Member): Promise<void> => {
    let isMailed = false;
    return report(
      () => (isMailed ? say.sent(email) : say.lately(email)),
      async () => {
        const { member } = await call('inviteMember', { email, role }, workspaceId);
        isMailed = member.expiresAt !== expiresAt;
        await reload();
      },
    );
  };
}

interface SendAgainProps {
  readonly member: Member;
  readonly onSendAgain: (member: Member) => Promise<void>;
}

/** For a mail that got lost. */
export function SendAgain({ member, onSendAgain }: SendAgainProps) {
  const { busy, error, run } = useAction(onSendAgain);
  return (
    <>
      <button type="button" className="button second compact" aria-disabled={busy} onClick={() => void run(member)}>
        {busy ? say.sending : say.again}
        <span className="vh"> {member.email}</span>
      </button>
      {error && <Notice notice={noticeOf(error)} />}
    </>
  );
}

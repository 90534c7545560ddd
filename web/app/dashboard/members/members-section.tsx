import { useState } from 'react';
import { membersSectionWords as say } from '../../../../texts/en/dashboard/members.ts';
import { useApi } from '../../data/api-context.ts';
import type { Call } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import { useDone } from '../../parts/done.tsx';
import { FirstOnly } from '../../parts/first-only.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { useOpenedBy } from '../../parts/use-opened-by.ts';
import { useKeptWebhooks } from '../access/kept-webhooks.tsx';
import { type Membership, ROLE_WORDS } from '../workspaces/choice.ts';
import { ChangeRole, type Member } from './change-role.tsx';
import { InviteMember } from './invite-member.tsx';
import { MemberList } from './member-list.tsx';
import { RemoveMember } from './remove-member.tsx';
import { useSendAgain } from './send-again.tsx';
import { allMembers } from './use-members.ts';

async function membersAndInvited(call: Call, workspaceId: string): Promise<Member[]> {
  const lists = await Promise.all([allMembers(call, workspaceId, 'active'), allMembers(call, workspaceId, 'invited')]);
  return lists.flat();
}

interface MembersSectionProps {
  readonly workspace: Membership;
}

/** For owners and admins: the members, invitations and roles.  */
export function MembersSection({ workspace }: MembersSectionProps) {
  const { call } = useApi();
  const { id } = workspace;
  const list = useLoad(`members ${id}`, () => membersAndInvited(call, id));
  const [inviting, setInviting] = useOpenedBy('member');
  const [changing, setChanging] = useState<Member | null>(null);
  const [removing, setRemoving] = useState<Member | null>(null);
  const { done, report } = useDone();
  const webhooks = useKeptWebhooks();
  const sendAgain = useSendAgain(id, report, list.reload);
  const invite = (
    <button type="button" className="button second compact" onClick={() => setInviting(true)}>
      {say.invite}
    </button>
  );
  return (
    <Section title={say.title} hint={say.hint} action={invite} done={done}>
      <LoadState state={list.state} what={say.what} reload={list.reload}>
        {(members) => (
          <>
            <MemberList members={members} onChange={setChanging} onRemove={setRemoving} onSendAgain={sendAgain} />
            <FirstOnly count={members.length} />
          </>
        )}
      </LoadState>
      {inviting && (
        <InviteMember
          workspace={workspace}
          onInvited={(email) => report(say.invited(email), list.reload)}
          onClose={() => setInviting(false)}
        />
      )}
      {changing && (
        <ChangeRole
          workspace={workspace}
          member={changing}
          onKept={webhooks.offer}
          onChanged={({ name, email }, role) => report(say.isNow(name ?? email, ROLE_WORDS[role]), list.reload)}
          onClose={() => setChanging(null)}
        />
      )}
      {removing && (
        <RemoveMember
          workspace={workspace}
          member={removing}
          others={list.state.status === 'ready' ? list.state.data : []}
          onKept={webhooks.offer}
          onRemoved={(words) => report(words, list.reload)}
          onClose={() => setRemoving(null)}
        />
      )}
      {webhooks.dialog}
    </Section>
  );
}

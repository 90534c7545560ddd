import { useState } from 'react';
import { useApi } from '../../data/api-context.ts';
import { useLoad } from '../../data/use-load.ts';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { dayOf } from '../../parts/words.ts';
import type { Membership } from '../workspaces/choice.ts';
import { ChangeRole, type Member } from './change-role.tsx';
import { InviteMember } from './invite-member.tsx';

const LARGEST_PAGE = 100;
const HINT = 'Who works here, and who is invited. Only a signed-in person makes owners and admins; no key can.';

interface MembersSectionProps {
  readonly workspace: Membership;
}

/** For owners and admins: the members, invitations and roles. Agents do the rest (list_members, remove_member). */
export function MembersSection({ workspace }: MembersSectionProps) {
  const { call } = useApi();
  const { id } = workspace;
  const list = useLoad(`members ${id}`, async () => {
    const [active, invited] = await Promise.all([
      call('listMembers', { limit: LARGEST_PAGE }, id),
      call('listMembers', { limit: LARGEST_PAGE, status: 'invited' }, id),
    ]);
    return [...active.members, ...invited.members];
  });
  const [inviting, setInviting] = useState(false);
  const [changing, setChanging] = useState<Member | null>(null);
  const { done, report } = useDone();
  const invite = (
    <button type="button" className="button second compact" onClick={() => setInviting(true)}>
      Invite
    </button>
  );
  return (
    <Section title="Members" hint={HINT} action={invite} done={done}>
      <LoadState state={list.state} what="the members" reload={list.reload}>
        {(members) => <MemberList members={members} onChange={setChanging} />}
      </LoadState>
      {inviting && (
        <InviteMember
          workspace={workspace}
          onInvited={(email) => report(`${email} is invited.`, list.reload)}
          onClose={() => setInviting(false)}
        />
      )}
      {changing && (
        <ChangeRole
          workspace={workspace}
          member={changing}
          onChanged={({ name, email }, role) =>
            report(`${name ?? email} is now: ${role.replace('_', ' ')}.`, list.reload)
          }
          onClose={() => setChanging(null)}
        />
      )}
    </Section>
  );
}

interface MemberListProps {
  readonly members: readonly Member[];
  readonly onChange: (member: Member) => void;
}

function MemberList({ members, onChange }: MemberListProps) {
  return (
    <ul className="rows" aria-label="Members">
      {members.map((member) => (
        <li key={member.id}>
          <div>
            <p>
              <strong>{member.name ?? member.email}</strong>
            </p>
            <p className="small quiet">
              {member.role.replace('_', ' ')} ·{' '}
              {member.expiresAt === null ? member.email : `invited, until ${dayOf(member.expiresAt)}`}
            </p>
          </div>
          {member.status === 'active' && (
            <button type="button" className="button second compact" onClick={() => onChange(member)}>
              Change role<span className="vh"> of {member.name ?? member.email}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

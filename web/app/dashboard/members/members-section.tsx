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
import { RemoveMember } from './remove-member.tsx';

const LARGEST_PAGE = 100;
const HINT = 'Who works here, and who is invited. Only a signed-in person makes owners and admins; no key can.';

interface MembersSectionProps {
  readonly workspace: Membership;
}

/** For owners and admins: the members, invitations and roles.  */
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
  const [removing, setRemoving] = useState<Member | null>(null);
  const { done, report } = useDone();
  const invite = (
    <button type="button" className="button second compact" onClick={() => setInviting(true)}>
      Invite
    </button>
  );
  return (
    <Section title="Members" hint={HINT} action={invite} done={done}>
      <LoadState state={list.state} what="the members" reload={list.reload}>
        {(members) => <MemberList members={members} onChange={setChanging} onRemove={setRemoving} />}
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
      {removing && (
        <RemoveMember
          workspace={workspace}
          member={removing}
          others={list.state.status === 'ready' ? list.state.data : []}
          onRemoved={(words) => report(words, list.reload)}
          onClose={() => setRemoving(null)}
        />
      )}
    </Section>
  );
}

interface MemberListProps {
  readonly members: readonly Member[];
  readonly onChange: (member: Member) => void;
  readonly onRemove: (member: Member) => void;
}

function MemberList({ members, onChange, onRemove }: MemberListProps) {
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
          <div className="row-actions">
            {member.status === 'active' && (
              <button type="button" className="button second compact" onClick={() => onChange(member)}>
                Change role<span className="vh"> of {member.name ?? member.email}</span>
              </button>
            )}
            <button type="button" className="button second danger compact" onClick={() => onRemove(member)}>
              Remove<span className="vh"> {member.name ?? member.email}</span>
            </button>
          </div>
        </li>
      ))}
    </ul>
  );
}

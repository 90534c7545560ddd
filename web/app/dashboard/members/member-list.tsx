import { memberListWords as say } from '../../../../texts/en/dashboard/members.ts';
import { dayOf } from '../../parts/words.ts';
import { ROLE_WORDS } from '../workspaces/choice.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { Member } from './change-role.tsx';
import { SendAgain } from './send-again.tsx';

interface MemberListProps {
  readonly members: readonly Member[];
  readonly onChange: (member: Member) => void;
  readonly onRemove: (member: Member) => void;
  readonly onSendAgain: (member: Member) => Promise<void>;
}

/** Members and who is invited, with what an owner or an admin may change. */
export function MemberList({ members, onChange, onRemove, onSendAgain }: MemberListProps) {
  const { person } = useDashboard();
  const isLastOwner = ({ role, status }: Member) =>
    role === 'owner' &&
    status === 'active' &&
    members.filter((one) => one.role === 'owner' && one.status === 'active').length === 1;
  return (
    <ul className="rows" aria-label={say.title}>
      {members.map((member) => (
        <li key={member.id}>
          <div>
            <p>
              <strong>{member.name ?? member.email}</strong>
              {member.id === person.id && <span className="tag">{say.you}</span>}
              {member.removal !== null && <span className="tag warn">{say[member.removal]}</span>}
            </p>
            <p className="small quiet">
              {say.role(ROLE_WORDS[member.role])} ·{' '}
              {member.expiresAt === null ? member.email : say.until(dayOf(member.expiresAt))}
            </p>
          </div>
          <div className="row-actions">
            {member.status === 'invited' && <SendAgain member={member} onSendAgain={onSendAgain} />}
            {member.status === 'active' && member.removal !== 'running' && (
              <button type="button" className="button second compact" onClick={() => onChange(member)}>
                {member.removal === 'waiting' ? say.keep : say.change}
                <span className="vh"> {say.of(member.name ?? member.email)}</span>
              </button>
            )}
            {/* A workspace needs an owner: another one first. */}
            {!isLastOwner(member) && (
              <button type="button" className="button second danger compact" onClick={() => onRemove(member)}>
                {say.remove}
                <span className="vh"> {member.name ?? member.email}</span>
              </button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

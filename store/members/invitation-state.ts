import { GIVEN_BY_PEOPLE, rolesGivenBy } from '../../domain/access/role-order.ts';
import { Role } from '../../schemas/shapes/access.ts';
import { isWorkingKey } from '../access/api-keys.ts';
import { hasUndoableAddress } from '../accounts/undoable-address.ts';
import type { Queryable } from '../database.ts';
import { hasStopped } from '../stopped-agents.ts';

/** void: its sender left, or may no longer give this role. */
export type InvitationState = 'open' | 'accepted' | 'revoked' | 'expired' | 'void';

/** An invitation for its web page. */
export interface Invitation {
  readonly id: string;
  readonly state: InvitationState;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly workspaceSlug: string;
  readonly email: string;
  readonly role: Role;
  readonly inviterName: string | null;
  readonly invitedByKeyId: string | null;
  readonly acceptedByUserId: string | null;
  /** Also those that were deleted meanwhile. */
  readonly teamIds: readonly string[];
}

/** Each role of a sender with each role that it may give. */
const GIVEN = Role.options.flatMap((sender) => rolesGivenBy(sender).map((given) => ({ sender, given })));
const SENDERS = GIVEN.map(({ sender }) => sender);
const ROLES_GIVEN = GIVEN.map(({ given }) => given);

/** The sender is still a member who may give the role of invitation `i`; a key that sent it works, and gave no role that only people give; the agent was not stopped. Nobody makes owners while their old address can take a change back. */
export const mayBeGiven = (sql: Queryable) => sql`
  exists (select 1 from memberships m
    where m.workspace_id = i.workspace_id and m.user_id = i.invited_by_user_id and m.leaving_at is null
      and (m.role, i.role) in (select * from unnest(${SENDERS}::text[], ${ROLES_GIVEN}::text[])))
  and (i.invited_by_key_id is null or i.role <> all(${[...GIVEN_BY_PEOPLE]}::text[])
    and exists (select 1 from api_keys k where k.id = i.invited_by_key_id and ${isWorkingKey(sql, 'k')}))
  and not (i.role = 'owner' and ${hasUndoableAddress(sql, sql`i.invited_by_user_id`)})
  and not ${hasStopped(sql, sql`i.agent_principal_id`)}`;

/** The invitation of a token or an id; undefined: there is none. */
export async function findInvitation(
  sql: Queryable,
  by: { readonly tokenHash: Buffer } | { readonly id: string },
): Promise<Invitation | undefined> {
  const [row] = await sql<Invitation[]>`
    select i.id, i.workspace_id as "workspaceId", w.name as "workspaceName", w.slug as "workspaceSlug", i.email::text, i.role, u.name as "inviterName",
      i.invited_by_key_id as "invitedByKeyId", i.accepted_by_user_id as "acceptedByUserId", i.team_ids as "teamIds",
      case when i.accepted_at is not null then 'accepted' when i.revoked_at is not null then 'revoked'
        when i.expires_at <= clock_timestamp() then 'expired' when ${mayBeGiven(sql)} then 'open' else 'void' end as state
    from invitations i join workspaces w on w.id = i.workspace_id left join users u on u.id = i.invited_by_user_id
    where ${'id' in by ? sql`i.id = ${by.id}` : sql`i.token_hash = ${by.tokenHash}`}`;
  return row;
}

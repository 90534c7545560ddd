import { v7 as uuidv7 } from 'uuid';
import { NOTHING_CHANGED, type TakeOverOutcome } from '../../domain/access/take-over-outcome.ts';
import type { Role } from '../../schemas/shapes/access.ts';
import type { Queryable, Transaction } from '../database.ts';
import { noteMail } from '../mail/outbox.ts';
import { countUpcoming, type Leaver } from '../members/hand-over.ts';
import { personZone } from '../person-zone.ts';

/** What became of a workspace that a person took over, for the mails about it. */
export interface TakeOver {
  readonly id: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly workspaceSlug: string;
  readonly takenOverAt: Date;
  readonly newOwner: { readonly email: string; readonly timezone: string };
  /** null: the account is deleted. */
  readonly formerOwner: {
    readonly email: string;
    readonly timezone: string;
    /** null: they are not a member any more. */
    readonly membership: {
      /** Its removal has stopped: the number of upcoming meetings that wait for the new owner's decision. null: it runs, or an owner keeps the member. */
      readonly waiting: number | null;
    } | null;
  } | null;
  /** The agent's, if it kept one; null: it kept none. */
  readonly seat: {
    readonly id: string;
    readonly displayName: string;
    readonly role: Role;
    /** Nobody has ended it meanwhile. */
    readonly isWorking: boolean;
  } | null;
  /** What ended then, and what was kept. */
  readonly outcome: TakeOverOutcome;
}

type FormerOwner = NonNullable<TakeOver['formerOwner']>;

interface TakeOverRow extends Omit<TakeOver, 'outcome' | 'formerOwner'> {
  readonly formerOwner:
    | (Omit<FormerOwner, 'membership'> & { readonly id: string; readonly removal: string | null })
    | null;
  readonly outcome: TakeOverOutcome | null;
}

/** undefined: nobody took it over, or it is gone. */
export async function readTakeOver(sql: Queryable, claimId: string): Promise<TakeOver | undefined> {
  const [row] = await sql<TakeOverRow[]>`
    select c.id, w.id as "workspaceId", w.name as "workspaceName", w.slug as "workspaceSlug", c.ended_at as "takenOverAt",
      json_build_object('email', owner.email::text, 'timezone', ${personZone(sql, 'owner.id')}) as "newOwner",
      case when former.id is not null then json_build_object('email', former.email::text, 'timezone', ${personZone(sql, 'former.id')}, 'id', former.id, 'removal', case when m.id is null then null when m.leaving_at is null then 'kept' else coalesce(removal.status, 'stopped') end)
      end as "formerOwner",
      case when c.keeps_agent is not false and s.id is not null then json_build_object('id', s.id, 'displayName', s.display_name, 'role', k.role_cap,
        'isWorking', s.revoked_at is null) end as seat,
      c.outcome
    from workspace_claims c join workspaces w on w.id = c.workspace_id join users owner on owner.id = c.decided_by_user_id
      left join users former on former.id = c.requested_by_user_id
      left join memberships m on m.workspace_id = w.id and m.user_id = former.id
      left join lateral (select r.status from member_removals r where r.workspace_id = w.id and r.user_id = former.id
        order by r.created_at desc, r.id desc limit 1) removal on true
      left join agent_seats s on s.api_key_id = c.api_key_id left join api_keys k on k.id = s.api_key_id
    where c.id = ${claimId} and c.status = 'accepted'`;
  if (!row) return undefined;
  const { formerOwner, outcome } = row;
  const { workspaceId } = row;
  const membership =
    formerOwner && (await membershipOf(sql, { workspaceId, userId: formerOwner.id }, formerOwner.removal));
  return { ...row, formerOwner: formerOwner && { ...formerOwner, membership }, outcome: outcome ?? NOTHING_CHANGED };
}

/** @param removal the status of their latest removal; null: they are not a member */
async function membershipOf(sql: Queryable, former: Leaver, removal: string | null) {
  if (removal === null) return null;
  return { waiting: removal === 'stopped' ? await countUpcoming(sql, former) : null };
}

/** Notes the mails of a take-over, to the new owner and to the former one. Returns their ids. */
export async function noteTakeOverMails(
  tx: Transaction,
  { id: subjectId, workspaceId }: Pick<TakeOver, 'id' | 'workspaceId'>,
): Promise<readonly string[]> {
  const mails = (['taken_over', 'handed_over'] as const).map((kind) => ({ id: uuidv7(), kind }));
  for (const mail of mails) await noteMail(tx, { ...mail, subjectId, workspaceId, facts: null });
  return mails.map(({ id }) => id);
}

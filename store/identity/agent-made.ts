import type { Sql } from 'postgres';
import type { KeyActor } from '../../domain/access/actor.ts';
import type { BookingSource, Role } from '../../schemas/shapes/access.ts';
import { type PersonRow, personOf, readPerson } from '../accounts/sign-in.ts';
import { logActivity } from '../activity.ts';
import type { Queryable, Transaction } from '../database.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { isStillVerified } from '../stopped-agents.ts';
import { isLockedIn } from '../workspaces/locked-workspaces.ts';
import { type AddRefusal, addWorkspace, type Mine, type NewWorkspace } from '../workspaces/workspaces.ts';
import { noteSignUp } from './agent-sign-ups.ts';

/** An agent makes this many workspaces for its person: a person may own 20 in all. */
const MOST_MADE = 5;

/** It was revoked, or has lapsed, while this call was under way. */
export interface AgentEnded {
  readonly refused: 'agent_ended';
}

/** Holds an agent against its end until the transaction is over. */
async function holdAgent(tx: Transaction, principalId: string, refuse: Refuse<AgentEnded>): Promise<void> {
  if (!(await isStillVerified(tx, principalId))) refuse({ refused: 'agent_ended' });
}

/** Marks what an agent made, so that its person can be asked to claim it. */
const noteMade = (tx: Transaction, workspaceId: string, principalId: string) => tx`
  insert into agent_workspaces (workspace_id, principal_id) values (${workspaceId}, ${principalId})`;

export interface SignUp {
  readonly actor: KeyActor;
  readonly source: BookingSource;
  readonly clientIp: string;
  readonly principalId: string;
  readonly email: string;
  readonly name: string | null;
  readonly timezone: string | null;
}

export interface SignedUp {
  readonly person: PersonRow;
  /** Set if the account was made now: the workspace whose trial starts, and the mail to the person. */
  readonly made: { readonly trialOf: string; readonly mailId: string } | null;
}

/**
 * Makes the account of an agent's person, as a first sign-in would, or finds it. Opens no session. The person gets a mail about an account
 * that it makes.
 */
export const signUpByAgent = (
  sql: Sql,
  { actor, source, clientIp, principalId, ...wish }: SignUp,
): Promise<SignedUp | AgentEnded> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<AgentEnded>): Promise<SignedUp> => {
    await holdAgent(tx, principalId, refuse);
    const { userId, trialOf } = await personOf(tx, { ...wish, clientIp }, { actor, source });
    await tx`update agent_principals set user_id = ${userId} where id = ${principalId} and user_id is null`;
    if (trialOf === null) return { person: await readPerson(tx, userId), made: null };
    await noteMade(tx, trialOf, principalId);
    const mailId = await noteSignUp(tx, { principalId, userId, workspaceId: trialOf, source, clientIp });
    await logActivity(tx, {
      ...{ actor: { ...actor, userId }, source, workspaceId: actor.workspaceId },
      action: 'account.created',
      subject: { type: 'user', id: userId },
      data: { email: wish.email },
    });
    return { person: await readPerson(tx, userId), made: { trialOf, mailId } };
  });

export interface KnownWorkspace {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role: Role;
}

/** A person's workspaces that an agent may know: its key's own, and those that it made. */
export const listKnownWorkspaces = (
  sql: Queryable,
  {
    userId,
    workspaceId,
    principalId,
  }: { readonly userId: string; readonly workspaceId: string; readonly principalId: string },
): Promise<KnownWorkspace[]> => sql<KnownWorkspace[]>`
  select w.id, w.slug, w.name, m.role from memberships m join workspaces w on w.id = m.workspace_id
  where m.user_id = ${userId} and m.leaving_at is null
    and (w.id = ${workspaceId} or w.id in (select workspace_id from agent_workspaces where principal_id = ${principalId}))
  order by m.created_at, w.id`;

export interface TooManyMade {
  readonly refused: 'too_many_made';
  readonly max: number;
}

/** Makes a workspace that the agent's person owns. */
export const addWorkspaceByAgent = (
  sql: Sql,
  by: {
    readonly actor: KeyActor;
    readonly source: BookingSource;
    readonly principalId: string;
    readonly userId: string;
  },
  request: Pick<NewWorkspace, 'name' | 'slug' | 'timezone'>,
): Promise<Mine | AddRefusal | AgentEnded | TooManyMade> => {
  const { actor, source, principalId, userId } = by;
  const maker = {
    userId,
    source,
    actorIn: ({ id: workspaceId, role, username }: Mine) => ({ ...actor, userId, workspaceId, role, username }),
  };
  return addWorkspace<AgentEnded | TooManyMade>(sql, maker, request, {
    async before(tx, refuse) {
      await holdAgent(tx, principalId, refuse);
      const [row] = await tx<{ made: number }[]>`
        select count(*)::int as made from agent_workspaces where principal_id = ${principalId}`;
      if ((row?.made ?? 0) >= MOST_MADE) refuse({ refused: 'too_many_made', max: MOST_MADE });
    },
    after: async (tx, { id }) => {
      await noteMade(tx, id, principalId);
    },
  });
};

/** The person of an agent in one workspace. */
export interface PersonThere {
  readonly role: Role;
  readonly username: string;
  readonly locked: boolean;
  /** The own role of the key; null: none. */
  readonly roleCap: Role | null;
}

/** undefined: the workspace is neither the key's nor made by this agent, or the person is no member of it. */
export async function findPersonThere(
  sql: Queryable,
  { keyId, workspaceId, principalId, userId }: Record<'keyId' | 'workspaceId' | 'principalId' | 'userId', string>,
): Promise<PersonThere | undefined> {
  const [row] = await sql<PersonThere[]>`
    select m.role, m.username, ${isLockedIn(sql)} as locked, k.role_cap as "roleCap"
    from memberships m join workspaces w on w.id = m.workspace_id join api_keys k on k.id = ${keyId}
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId} and m.leaving_at is null
      and (w.id = k.workspace_id or exists (
        select 1 from agent_workspaces a where a.workspace_id = w.id and a.principal_id = ${principalId}))`;
  return row;
}

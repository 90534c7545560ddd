import type { Sql } from 'postgres';
import { inTransaction, type Queryable } from '../database.ts';
import { MOST_PASSKEYS } from './passkeys.ts';

/** How long a challenge is good, in seconds (contract). */
export const CHALLENGE_SECONDS = 300;
/** How long ago a person may have signed in to add a passkey, in minutes (docs/decisions/identity.md#passkeys). */
export const FRESH_MINUTES = 60;

const expiry = (sql: Queryable) => sql`clock_timestamp() + ${CHALLENGE_SECONDS} * interval '1 second'`;

/** A challenge to store: random bytes, which an authenticator signs. */
export interface NewChallenge {
  readonly id: string;
  readonly challenge: Buffer;
}

/** A passkey that the person has: their authenticator must not make another beside it. */
export interface KnownPasskey {
  readonly credentialId: Buffer;
  readonly transports: readonly string[];
}

export interface Enrolment {
  readonly userHandle: Buffer;
  readonly known: readonly KnownPasskey[];
}

/**
 * Opens a challenge for a new passkey of a session's person. Their passkeys have one handle: the first decides it.
 * @param newHandle random bytes, for a person without passkeys
 * @returns refused: the session is too old, or the person has too many
 */
export const openEnrolment = (
  sql: Sql,
  actor: { readonly userId: string; readonly sessionId: string },
  { id, challenge }: NewChallenge,
  newHandle: Buffer,
): Promise<Enrolment | { readonly refused: 'sign_in_too_old' | 'too_many_passkeys' }> =>
  inTransaction(sql, async (tx) => {
    const [session] = await tx`
      select from sessions where id = ${actor.sessionId}
        and created_at > clock_timestamp() - ${FRESH_MINUTES} * interval '1 minute'`;
    if (!session) return { refused: 'sign_in_too_old' };
    const rows = await tx<(KnownPasskey & { userHandle: Buffer })[]>`
      select credential_id as "credentialId", transports, user_handle as "userHandle" from passkeys
      where user_id = ${actor.userId} order by created_at, id`;
    if (rows.length >= MOST_PASSKEYS) return { refused: 'too_many_passkeys' };
    const userHandle = rows[0]?.userHandle ?? newHandle;
    await tx`
      insert into passkey_challenges (id, purpose, challenge, session_id, user_handle, expires_at)
      values (${id}, 'enrol', ${challenge}, ${actor.sessionId}, ${userHandle}, ${expiry(tx)})`;
    return { userHandle, known: rows.map(({ credentialId, transports }) => ({ credentialId, transports })) };
  });

/** Opens a challenge for a sign-in at /login, by the browser that asks. */
export async function openLoginChallenge(
  sql: Queryable,
  { id, challenge }: NewChallenge,
  browserHash: Buffer,
): Promise<void> {
  await sql`
    insert into passkey_challenges (id, purpose, challenge, browser_hash, expires_at)
    values (${id}, 'login', ${challenge}, ${browserHash}, ${expiry(sql)})`;
}

/** What an app said of itself. */
export interface NativeApp {
  readonly clientName: string | null;
  readonly agentName: string | null;
  readonly prospectEmail: string | null;
}

/** Opens a challenge for a native sign-in. */
export async function openNativeChallenge(
  sql: Queryable,
  { id, challenge }: NewChallenge,
  { clientName, agentName, prospectEmail }: NativeApp,
): Promise<void> {
  await sql`
    insert into passkey_challenges (id, purpose, challenge, client_name, agent_name, prospect_email, expires_at)
    values (${id}, 'native', ${challenge}, ${clientName}, ${agentName}, ${prospectEmail}, ${expiry(sql)})`;
}

/** Uses an enrolment's challenge up. undefined: unknown, used, expired, or of another session. */
export async function takeEnrolment(
  sql: Queryable,
  id: string,
  sessionId: string,
): Promise<{ readonly challenge: Buffer; readonly userHandle: Buffer } | undefined> {
  const [row] = await sql<{ challenge: Buffer; userHandle: Buffer }[]>`
    delete from passkey_challenges
    where id = ${id} and purpose = 'enrol' and session_id = ${sessionId} and expires_at > clock_timestamp()
    returning challenge, user_handle as "userHandle"`;
  return row;
}

/** Uses a challenge of /login up. undefined: unknown, used, expired, or of another browser. */
export async function takeLoginChallenge(sql: Queryable, id: string, browserHash: Buffer): Promise<Buffer | undefined> {
  const [row] = await sql<{ challenge: Buffer }[]>`
    delete from passkey_challenges
    where id = ${id} and purpose = 'login' and browser_hash = ${browserHash} and expires_at > clock_timestamp()
    returning challenge`;
  return row?.challenge;
}

/** Uses a native challenge up. undefined: unknown, used, expired, or of another purpose. */
export async function takeNativeChallenge(
  sql: Queryable,
  id: string,
): Promise<(NativeApp & { readonly challenge: Buffer }) | undefined> {
  const [row] = await sql<(NativeApp & { challenge: Buffer })[]>`
    delete from passkey_challenges where id = ${id} and purpose = 'native' and expires_at > clock_timestamp()
    returning challenge, client_name as "clientName", agent_name as "agentName", prospect_email as "prospectEmail"`;
  return row;
}

import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { KeyActor } from '../../domain/access/actor.ts';
import { clientNetwork } from '../../domain/client-networks.ts';
import { nameFromEmail } from '../../domain/workspaces/names.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import type { Language } from '../../texts/languages.ts';
import { logActivity } from '../activity.ts';
import { takeTrial } from '../billing/trials.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { noteOrigin } from '../mail/host-networks.ts';
import { createWorkspace } from '../workspaces/workspaces.ts';
import { rememberClient } from './known-clients.ts';
import { linkAccount, noteLinkedUse } from './linked-accounts.ts';
import { notePasskeyUse, type PasskeyUse } from './passkeys.ts';
import { endSession, type NewSession, openSession } from './sessions.ts';
import { consumeLink, type UsedLink } from './sign-in-links.ts';

/** The session to open, and the hash of the token that the browser sent: that session ends. */
export interface SessionRequest extends Omit<NewSession, 'userId'> {
  readonly previousTokenHash: Buffer | null;
  /** The hashes by which this browser and its network are known to have signed in an address. */
  readonly clientHashes: (email: string) => readonly Buffer[];
  /** That the browser names: mails to the person are in it, if they chose none. null: it names none of ours */
  readonly language: Language | null;
  /** That its browser names, such as US; null: none. */
  readonly region: string | null;
}

/** Who signed in. */
export interface SignedInPerson {
  readonly userId: string;
  /** Set at a person's first sign-in: their first workspace. Its trial starts, unless the inbox had one. */
  readonly trialOf: string | null;
}

/** An identity provider's facts of a person. */
export interface Identity {
  readonly provider: 'google' | 'microsoft';
  readonly issuer: string;
  readonly subject: string;
  /** Set only where the provider vouches for the address. */
  readonly verifiedEmail: string | null;
  readonly name: string | null;
}

export interface SignedInByIdentity extends SignedInPerson {
  /** The account that was linked by this sign-in: its person is to be told. null: it was linked before. */
  readonly linkedNow: string | null;
}

const UTC = 'UTC';

/** Signs in the holder of a link's token and uses the link up; undefined: it is used, expired or unknown. */
export const signInByLink = (
  sql: Sql,
  linkTokenHash: Buffer,
  session: SessionRequest,
): Promise<(SignedInPerson & Pick<UsedLink, 'browserHash' | 'returnTo'>) | undefined> =>
  inTransaction(sql, async (tx) => {
    const link = await consumeLink(tx, linkTokenHash);
    if (!link) return undefined;
    const person = await personOf(tx, { email: link.email, name: null, timezone: link.timezone, clientIp: session.ip });
    await replaceSession(tx, person.userId, session);
    return { ...person, browserHash: link.browserHash, returnTo: link.returnTo };
  });

/**
 * Signs in the person of an identity. A new identity is linked to the person with its address, or a person is made, but only if the
 * provider has verified the address: else 'unverified'.
 */
export const signInByIdentity = (
  sql: Sql,
  identity: Identity,
  timezone: string | null,
  session: SessionRequest,
): Promise<SignedInByIdentity | 'unverified'> =>
  inTransaction(sql, async (tx) => {
    const { verifiedEmail, name } = identity;
    const known = await noteLinkedUse(tx, identity);
    if (known) {
      await replaceSession(tx, known.userId, { ...session, linkedAccountId: known.id });
      return { userId: known.userId, trialOf: null, linkedNow: null };
    }
    if (verifiedEmail === null) return 'unverified';
    const person = await personOf(tx, { email: verifiedEmail, name, timezone, clientIp: session.ip });
    const { provider, issuer, subject } = identity;
    const account = { provider, issuer, subject, userId: person.userId, email: verifiedEmail };
    const linkedNow = await linkAccount(tx, account, { source: 'web', clientIp: session.ip });
    const linked = linkedNow ?? (await noteLinkedUse(tx, identity))?.id;
    await replaceSession(tx, person.userId, { ...session, ...(linked !== undefined && { linkedAccountId: linked }) });
    return { ...person, linkedNow };
  });

/** Signs in the person of a passkey whose signature was verified. */
export const signInByPasskey = (
  sql: Sql,
  use: PasskeyUse & { readonly userId: string },
  session: SessionRequest,
): Promise<SignedInPerson | 'blocked' | 'gone'> =>
  inTransaction(sql, async (tx) => {
    const result = await notePasskeyUse(tx, use);
    if (result !== 'used') return result;
    await replaceSession(tx, use.userId, { ...session, passkeyId: use.passkeyId });
    return { userId: use.userId, trialOf: null };
  });

/** Local mode: signs in an existing person by address alone. undefined: there is no such person. */
export const signInLocally = (sql: Sql, email: string, session: SessionRequest): Promise<SignedInPerson | undefined> =>
  inTransaction(sql, async (tx) => {
    const [person] = await tx<{ id: string }[]>`select id from users where email = ${email}`;
    if (!person) return undefined;
    await replaceSession(tx, person.id, session);
    return { userId: person.id, trialOf: null };
  });

/** A browser has one session: its old one ends, and the token is new. */
async function replaceSession(
  tx: Transaction,
  userId: string,
  { previousTokenHash, clientHashes, language, region, ...session }: SessionRequest,
): Promise<void> {
  if (previousTokenHash) await endSession(tx, previousTokenHash);
  await openSession(tx, { ...session, userId });
  await tx`
    update users set browser_language = ${language}, browser_region = ${region}::text
    where id = ${userId} and (browser_language, browser_region) is distinct from (${language}::text, ${region}::text)
      and ${language}::text is not null`;
  const { email } = await readPerson(tx, userId);
  for (const hash of clientHashes(email)) await rememberClient(tx, hash, tx`true`);
}

interface NewPerson {
  readonly email: string;
  readonly name: string | null;
  readonly timezone: string | null;
  readonly clientIp: string;
}

/**
 * The person of a proven address. A first sign-in makes a workspace with a trial. Of two concurrent ones, one makes it.
 * @param agent who makes it for the person; else the log names the service
 */
export async function personOf(
  tx: Transaction,
  { email, name, timezone, clientIp }: NewPerson,
  agent?: { readonly actor: KeyActor; readonly source: BookingSource },
): Promise<SignedInPerson> {
  const [known] = await tx<{ id: string }[]>`select id from users where email = ${email}`;
  if (known) return { userId: known.id, trialOf: null };
  const owner = { id: uuidv7(), name: name ?? nameFromEmail(email) };
  const [made] = await tx`
    insert into users (id, email, name) values (${owner.id}, ${email}, ${owner.name})
    on conflict (email) do nothing returning id`;
  if (!made) {
    const [first] = await tx<{ id: string }[]>`select id from users where email = ${email}`;
    if (!first) throw new Error('a person went between two statements of their sign-in');
    return { userId: first.id, trialOf: null };
  }
  await noteOrigin(tx, owner.id, clientNetwork(clientIp));
  const trial = await takeTrial(tx, email);
  const first = { owner, name: owner.name, slug: null, timezone: timezone ?? UTC, trial };
  const workspace = await createWorkspace(tx, first, ({ slug }) => {
    throw new Error(`no slug like ${slug} is free`);
  });
  await logActivity(tx, {
    actor: agent ? { ...agent.actor, userId: owner.id } : null,
    workspaceId: workspace.id,
    source: agent?.source ?? 'system',
    action: 'workspace.created',
    subject: { type: 'workspace', id: workspace.id },
    data: { slug: workspace.slug },
  });
  return { userId: owner.id, trialOf: workspace.id };
}

export interface PersonRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Of pages; null: as the browser asks. */
  readonly language: Language | null;
  readonly createdAt: Date;
}

/** A person by id. @throws Error if there is none: sessions end with their person. */
export async function readPerson(sql: Queryable, userId: string): Promise<PersonRow> {
  const [person] = await sql<PersonRow[]>`
    select id, email::text, name, language, created_at as "createdAt" from users where id = ${userId}`;
  if (!person) throw new Error(`user ${userId} does not exist`);
  return person;
}

import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { decideToken, invitationToken, tokenHash } from '../../../domain/secrets.ts';
import type { WayOut } from '../../../schemas/shapes/ways-out.ts';
import { findConnectorKey } from '../../../store/access/api-keys.ts';
import { lockMemberForKey } from '../../../store/access/key-of-member.ts';
import { noteSetters } from '../../../store/access/webhook-setters.ts';
import { hasLostReceipts } from '../../../store/billing/receipts.ts';
import { findBookingByToken } from '../../../store/booking/bookings.ts';
import { findConnectLink } from '../../../store/calendars/connect-links.ts';
import { inTransaction } from '../../../store/database.ts';
import { findInvitation } from '../../../store/members/invitation-state.ts';
import { noteEvent } from '../../../store/webhook-outbox.ts';
import { grantPermits } from '../../../store/webhooks/permits.ts';
import { isDeletedWorkspace } from '../../../store/workspaces/locked-workspaces.ts';
import { makeBooking, makeOpenEvent } from '../drivers/host-bookings.ts';
import { http } from '../drivers/http.ts';
import { signIn } from '../drivers/session.ts';
import type { Stack } from '../stack/stack.ts';
import { makeAgent } from './agents.ts';
import { storeConnection } from './calendars.ts';
import { bearer, makeKey, makeSeat, type TestKey } from './keys.ts';
import { addPerson } from './members.ts';
import { makeEndpoint } from './webhooks.ts';

/** Whose access ends: a member, and the key by which they made what they made. */
export interface Subject {
  readonly workspaceId: string;
  readonly slug: string;
  readonly userId: string;
  readonly email: string;
  readonly key: TestKey;
  /** Whose page others see; in a take-over, the name in links that the new owner gets. */
  readonly page: { readonly hostId: string; readonly username: string };
  /** The only owner of a workspace that nobody claimed has no browser. */
  readonly hasBrowser: boolean;
}

/** By way: whether it still works, as who uses it finds out. */
export type Probes = Readonly<Record<WayOut, () => Promise<boolean>>>;

const VIDEO_LINK = 'https://meet.example/room';

/** Makes one of each way out, by the subject and with their key. */
export const openWays = async (stack: Stack, subject: Subject): Promise<Probes> => ({
  ...(await madeWithKey(stack, subject)),
  ...(await setWithKey(stack, subject)),
  ...(await madeByPerson(stack, subject)),
  ...(await pagesOf(stack, subject)),
});

const opens = async ({ appUrl }: Stack, headers: Readonly<Record<string, string>> | undefined): Promise<boolean> =>
  headers !== undefined && (await http(`${appUrl}/api/v1/workspace/event-types`, { headers })).status === 200;

/** Facts that only the workspace’s own rows have. */
const inUse = async ({ sql }: Stack, workspaceId: string, works: boolean): Promise<boolean> =>
  works && !(await isDeletedWorkspace(sql, workspaceId));

async function madeWithKey(stack: Stack, { workspaceId, userId, key }: Subject) {
  const { sql } = stack;
  const below = await makeKey(sql, { workspaceId, userId });
  const seat = await makeSeat(sql, { workspaceId, userId });
  const app = await makeKey(sql, { workspaceId, userId });
  await sql`update api_keys set parent_key_id = ${key.id} where id in (${below.id}, ${seat.key.id}, ${app.id})`;
  await sql`update api_keys set origin = 'connector' where id = ${app.id}`;
  const agent = await makeAgent(stack, { key, email: `of-${userId}@people.test` });
  const [invitationId, claimId] = [uuidv7(), uuidv7()];
  const invited = tokenHash(invitationToken(stack.secrets, invitationId));
  await sql`
    insert into invitations (id, workspace_id, email, role, token_hash, invited_by_user_id, invited_by_key_id, test_mode, issue_no, created_at,
      issued_at, expires_at)
    values (${invitationId}, ${workspaceId}, ${`${invitationId}@people.test`}, 'manager', ${invited}, ${userId}, ${key.id}, false, 1, now(), now(),
      now() + interval '7 days')`;
  await sql`
    insert into unclaimed_workspaces (workspace_id, next_look_at) values (${workspaceId}, now() + interval '20 days') on conflict do nothing`;
  await sql`
    insert into workspace_claims (id, workspace_id, prospect_email, prospect_inbox, requested_by_user_id, api_key_id, client_ip, client_networks,
      status, created_at, expires_at)
    values (${claimId}, ${workspaceId}, ${`${claimId}@people.test`}, ${`${claimId}@people.test`}, ${userId}, ${key.id}, '192.0.2.1', '{}',
      'pending', now(), now() + interval '7 days')`;
  return {
    keys: () => opens(stack, bearer(below.secret)),
    seats: () => opens(stack, bearer(seat.key.secret)),
    apps: async () => (await findConnectorKey(sql, app.id))?.state === 'active',
    identities: async () => {
      const [row] = await sql`select status from agent_principals where id = ${agent.principalId}`;
      return inUse(stack, workspaceId, row?.status === 'verified');
    },
    invitations: async () =>
      inUse(stack, workspaceId, (await findInvitation(sql, { id: invitationId }))?.state === 'open'),
    // The decision asks for an unclaimed workspace that is not deleted; a row whose status is open would be decided.
    claims: async () => {
      const [row] = await sql`select status from workspace_claims where id = ${claimId}`;
      return inUse(stack, workspaceId, row?.status === 'pending');
    },
  };
}

async function setWithKey(stack: Stack, { workspaceId, userId, key }: Subject) {
  const { sql } = stack;
  const link = randomBytes(32);
  await sql`
    insert into calendar_connect_links (token_hash, id, user_id, workspace_id, provider, api_key_id, expires_at)
    values (${link}, ${uuidv7()}, ${userId}, ${workspaceId}, 'google', ${key.id}, now() + interval '1 hour')`;
  const hook = await makeEndpoint(sql, stack.secrets, { workspaceId, madeBy: userId });
  const actor = { kind: 'key', keyId: key.id, userId } as never;
  await inTransaction(sql, (tx) =>
    noteSetters(tx, hook.id, ['url', 'payload', 'secret'], { actor, source: 'host_api' }),
  );
  const joined = await addPerson(sql, workspaceId, 'manager');
  await sql`update memberships set invited_by_key_id = ${key.id} where user_id = ${joined.userId}`;
  return {
    calendarLinks: async () => (await findConnectLink(sql, link))?.state === 'open',
    webhooks: async () => {
      const event = { type: 'seat.created', workspaceId, subjectId: uuidv7(), data: {} } as const;
      await inTransaction(sql, (tx) => noteEvent(tx, event));
      return (await grantPermits(sql, hook.id)).length > 0;
    },
    members: async () =>
      (await sql`select 1 from memberships where workspace_id = ${workspaceId} and user_id = ${joined.userId}`).length >
      0,
  };
}

async function madeByPerson(stack: Stack, subject: Subject) {
  const { sql } = stack;
  const { workspaceId, userId, email, slug, hasBrowser } = subject;
  const [passkeyId, deviceId] = [uuidv7(), uuidv7()];
  await sql`
    insert into passkeys (id, user_id, name, credential_id, public_key, user_handle, counter, transports, backup_eligible, backed_up, created_at)
    values (${passkeyId}, ${userId}, 'Key ring', ${randomBytes(16)}, ${randomBytes(16)}, ${randomBytes(16)}, 0, '{}', false, false, now())`;
  const session = hasBrowser ? await signIn(stack, { email, workspace: slug }) : null;
  await sql`
    insert into device_sessions (id, device_code_hash, user_code, client_ip, status, interval_seconds, created_at, expires_at, decided_by_user_id,
      decided_at, workspace_id)
    values (${deviceId}, ${randomBytes(32)}, 'BCDFGHJK', '192.0.2.1', 'approved', 5, now(), now() + interval '15 minutes', ${userId}, now(),
      ${workspaceId})`;
  const connection = await storeConnection(sql, { userId, workspaceId });
  await sql`
    insert into billing_customers (workspace_id, customer_id, receipts_email, receipts_user_id)
    values (${workspaceId}, ${`cus_${workspaceId}`}, ${email}, ${userId})`;
  const { bookingId } = await makeBooking(sql, subject, { hostId: userId, status: 'pending_confirmation' });
  const decide = tokenHash(decideToken(stack.secrets, bookingId));
  await sql`insert into booking_tokens (booking_id, token_hash, purpose) values (${bookingId}, ${decide}, 'decide')`;
  return {
    signIns: async () => (await sql`select 1 from passkeys where id = ${passkeyId}`).length > 0,
    // Whoever had none signs in now, if a membership lets them.
    sessions: async () =>
      opens(stack, (session ?? (await signIn(stack, { email, workspace: slug }).catch(() => null)))?.headers),
    approvals: () =>
      inTransaction(sql, async (tx) => {
        const [row] = await tx`select status from device_sessions where id = ${deviceId}`;
        const member = await lockMemberForKey(tx, tx`m.workspace_id = ${workspaceId} and m.user_id = ${userId}`);
        return row?.status === 'approved' && member !== undefined && !member.isDeleted;
      }),
    calendars: async () =>
      (await sql`select status from calendar_connections where id = ${connection.id}`)[0]?.status !== 'revoked',
    receipts: async () => inUse(stack, workspaceId, !(await hasLostReceipts(sql, workspaceId, { email, userId }))),
    decideLinks: async () => (await findBookingByToken(sql, decide, 'decide')) !== undefined,
  };
}

async function pagesOf(stack: Stack, subject: Subject) {
  const { sql, publicUrl } = stack;
  const { workspaceId, slug, page } = subject;
  const eventId = await makeOpenEvent(sql, subject, page.hostId);
  await sql`update event_types set location_type = 'custom_link', location_detail = ${VIDEO_LINK} where id = ${eventId}`;
  const token = randomBytes(6).toString('hex');
  await sql`
    insert into short_links (id, workspace_id, token, event_type_id, created_at)
    values (${uuidv7()}, ${workspaceId}, ${token}, ${eventId}, now())`;
  const row = async () =>
    (await sql`select slug, location_detail as place, archived_at from event_types where id = ${eventId}`)[0];
  const event = await row();
  const answers = async (path: string) => (await http(`${publicUrl}${path}`)).status < 400;
  return {
    videoLinks: async () => (await row())?.place === VIDEO_LINK,
    imports: async () => (await row())?.archived_at === null,
    shortLinks: () => answers(`/b/${token}`),
    embeds: () => answers(`/embed/${slug}/${page.username}/${event?.slug}`),
  };
}

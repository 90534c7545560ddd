import type { Sql } from 'postgres';
import { NETWORK_KEPT_DAYS } from '../../domain/access/new-access.ts';
import { WEBHOOKS_KEPT_DAYS } from '../../domain/webhooks/schedule.ts';
import { KNOWN_DAYS } from '../accounts/known-clients.ts';
import { IDLE_DAYS } from '../accounts/sessions.ts';
import { isActiveIn, LIVE } from '../live-bookings.ts';
import { deleteOverCaps, deleteUnneeded, giveUpOverCaps, UNNEEDED_EVENTS } from '../webhooks/retention.ts';
import { isPartDue } from './sweep-parts.ts';

/** Rows deleted by one statement. */
const BATCH = 500;

/** Statements of one run for one kind of row. */
const MOST_BATCHES = 40;

/** All deliveries that are over are counted this often. */
const CAPS_EVERY_MINUTES = 5;

/** How long a mailed link is kept after the end of its meeting, and a claim after the end of its period. */
const PAST_DAYS = 62;

/** Runs one part of the sweep by its name. It may keep a failure for later, so that the other parts run. */
export type RunPart = (name: string, work: () => Promise<void>) => Promise<void>;

/**
 * Deletes rows that no rule reads any more, in small batches. Bookings, answers and the activity log stay. Times are compared with
 * `now()`: with `clock_timestamp()` no index can be used, and each run would read whole tables.
 */
export async function deleteOutdated(sql: Sql, run: RunPart = (_name, work) => work()): Promise<void> {
  await run('links', () => deleteOldLinks(sql));
  for (const [name, ended] of Object.entries(OUTDATED)) {
    await run(name, async () => {
      for (const old of ended) await inBatches(() => deleteOldest(sql, old));
    });
  }
  await run('booking_origins', () => deleteOldOrigins(sql));
  await run('access_networks', () => forgetNetworks(sql));
  await run('reuse_networks', () => forgetReuseNetworks(sql));
  await run('token_networks', () => forgetTokenNetworks(sql));
  await run('waiting_mails', () => deleteNeedlessMails(sql));
  await run('webhook_secrets', () => forgetSecrets(sql));
  await run('webhook_backlogs', () => giveUpOverCaps(sql));
  await run(UNNEEDED_EVENTS, () => deleteUnneeded(sql));
  if (await isPartDue(sql, 'webhook_deliveries', CAPS_EVERY_MINUTES))
    await run('webhook_deliveries', () => deleteOverCaps(sql));
}

/** What is kept of a refresh token that came twice is when, and not from where. */
const forgetReuseNetworks = (sql: Sql): Promise<void> =>
  inBatches(() =>
    sql.unsafe(
      `update oauth_grants set reuse_networks = null where id = any(array(
        select id from oauth_grants where reuse_networks is not null and reused_at < now() - interval '${NETWORK_KEPT_DAYS} days'
        order by reused_at limit ${BATCH}))`,
      [],
      { prepare: true },
    ),
  );

/** From where a code or token was used. A refresh token that was replaced stays for its 90 days. */
const forgetTokenNetworks = (sql: Sql): Promise<void> =>
  inBatches(() =>
    sql.unsafe(
      `update oauth_artifacts set consumed_from = null where ctid = any(array(
        select ctid from oauth_artifacts where consumed_from is not null and consumed_at < now() - interval '${NETWORK_KEPT_DAYS} days'
        order by consumed_at limit ${BATCH}))`,
      [],
      { prepare: true },
    ),
  );

/**
 * Mails of moves whose meeting is over: an older release left them. Those of a live one stay for its flow, which counts them as missed, and
 * the mails of an end name the times that are known.
 */
const deleteNeedlessMails = (sql: Sql): Promise<void> =>
  inBatches(() =>
    sql.unsafe(
      `delete from waiting_mails where ctid = any(array(
        select w.ctid from waiting_mails w where (w.try_at < now() - interval '1 day' or w.try_at = 'infinity')
          and (select b.status from bookings b where b.id = w.booking_id) not in ${LIVE}
          and not exists (select 1 from booking_changes c where c.booking_id = w.booking_id and c.announced_at is null)
        limit ${BATCH}))`,
      [],
      { prepare: true },
    ),
  );

/** A notice stays as long as its key or seat, whose mail leads to it; the network that it was made from does not. */
const forgetNetworks = (sql: Sql): Promise<void> =>
  inBatches(() =>
    sql.unsafe(
      `update access_notices set client_ip = null where ctid = any(array(
        select ctid from access_notices where client_ip is not null and created_at < now() - interval '${NETWORK_KEPT_DAYS} days'
        order by created_at limit ${BATCH}))`,
      [],
      { prepare: true },
    ),
  );

/** The secret before a rotation signs no more. */
const forgetSecrets = async (sql: Sql): Promise<void> => {
  await sql`
    update webhook_endpoints set previous_secret = null, previous_secret_key = null, previous_until = null where previous_until < now()`;
};

/** Deletes where a booking came from, once its meeting is over or canceled. Reads each at the end of the meeting; moved ones again. */
async function deleteOldOrigins(sql: Sql): Promise<void> {
  await inBatches(
    () => sql`
      with due as (
        select o.booking_id, b.end_at, ${isActiveIn(sql, 'b')} and b.end_at > now() as stays
        from booking_origins o join bookings b on b.id = o.booking_id where o.look_at < now() order by o.look_at limit ${BATCH}
      ), later as (
        update booking_origins o set look_at = due.end_at from due where o.booking_id = due.booking_id and due.stays
      ), gone as (
        delete from booking_origins o using due where o.booking_id = due.booking_id and not due.stays
      )
      select 1 from due`,
  );
}

interface Old {
  readonly table: string;
  /** Column or expression of an instant that begins an index. */
  readonly at: string;
  readonly days: number;
  /** Default: any. */
  readonly condition?: string;
}

/** By the name of the part of the sweep. */
const OUTDATED: Readonly<Record<string, readonly Old[]>> = {
  claims: [{ table: 'claims', at: 'upper(period)', days: PAST_DAYS }],
  challenges: [{ table: 'challenges', at: 'created_at', days: 8, condition: "status <> 'open'" }],
  attempts: [{ table: 'attempts', at: 'created_at', days: 8 }],
  idempotency_records: [{ table: 'idempotency_records', at: 'created_at', days: 8 }],
  test_bookings: [
    {
      table: 'test_bookings',
      at: 'ended_at',
      days: 8,
      // Not before its flow has canceled it, however long Temporal was away.
      condition: `not exists (select 1 from bookings b where b.id = booking_id and b.end_at > now() and b.status in ${LIVE})`,
    },
  ],
  guesses: [{ table: 'stray_guesses', at: 'since', days: 1 }],
  mail_counts: [{ table: 'uninvited_mails', at: 'caused_at', days: 1 }],
  mail_deliveries: [{ table: 'mail_deliveries', at: 'updated_at', days: 60 }],
  local_mails: [{ table: 'local_mails', at: 'created_at', days: 30 }],
  sign_in_links: [{ table: 'sign_in_links', at: 'created_at', days: 2 }],
  // The longest cap is a day; the link that takes a change back works for 7.
  address_changes: [{ table: 'address_changes', at: 'created_at', days: 30 }],
  outbox_mails: [{ table: 'outbox_mails', at: 'created_at', days: 30, condition: 'settled_at is not null' }],
  passkey_challenges: [{ table: 'passkey_challenges', at: 'expires_at', days: 1 }],
  apple_nonces: [{ table: 'apple_nonces', at: 'expires_at', days: 1 }],
  // Nobody entered their code. Who refused one is not asked again for 30 days, which the row knows.
  agent_principals: [
    {
      table: 'agent_principals',
      at: 'ends_at',
      days: 30,
      condition:
        "verified_at is null and status in ('expired', 'revoked') and coalesce(revoked_at, ends_at) < now() - interval '30 days'",
    },
  ],
  // The network that an account was made from is kept as long as that of other new access.
  agent_sign_ups: [{ table: 'agent_sign_ups', at: 'made_at', days: NETWORK_KEPT_DAYS }],
  access_origins: [{ table: 'access_origins', at: 'made_at', days: NETWORK_KEPT_DAYS }],
  // Their mails and tries go with them. The longest window of a cap is a day.
  mailed_codes: [{ table: 'mailed_codes', at: 'created_at', days: 2 }],
  wrong_codes: [{ table: 'wrong_codes', at: 'hour', days: 1 }],
  native_claims: [{ table: 'native_claims', at: 'created_at', days: 31 }],
  invitations: [
    { table: 'invitations', at: 'created_at', days: 90, condition: "expires_at < now() - interval '30 days'" },
  ],
  workspace_claims: [{ table: 'workspace_claims', at: 'created_at', days: 90, condition: "status <> 'pending'" }],
  member_removals: [{ table: 'member_removals', at: 'created_at', days: 90, condition: "status <> 'running'" }],
  known_clients: [{ table: 'known_clients', at: 'proved_at', days: KNOWN_DAYS }],
  old_booking_floods: [{ table: 'booking_floods', at: 'closed_at', days: 90 }],
  // What was paid stays as an invoice, and in the log of activity.
  checkout_intents: [
    {
      table: 'checkout_intents',
      at: 'ended_at',
      days: 90,
      condition: '(url is null or page_ended_at is not null)',
    },
  ],
  // The enrichments go with them. A year from the end of the meeting.
  prep_packs: [{ table: 'prep_packs', at: 'ended_at', days: 365 }],
  domain_lookups: [{ table: 'domain_lookups', at: 'looked_up_at', days: 365 }],
  look_up_leases: [{ table: 'look_up_leases', at: 'leased_until', days: 1 }],
  subscription_changes: [{ table: 'subscription_changes', at: 'seen_at', days: 90 }],
  portal_sessions: [{ table: 'portal_sessions', at: 'created_at', days: 2 }],
  // The provider lists them for 30 days.
  stripe_events: [{ table: 'stripe_events', at: 'received_at', days: 45 }],
  // For so long nobody else gets the links of an erased workspace.
  retired_slugs: [{ table: 'retired_slugs', at: 'retired_at', days: 365 }],
  device_sessions: [{ table: 'device_sessions', at: 'created_at', days: 30 }],
  // A channel sends nothing after its end. A connection is kept for a month after its person has left it.
  calendar_channels: [{ table: 'calendar_channels', at: 'expires_at', days: 1 }],
  calendar_connections: [
    {
      table: 'calendar_connections',
      at: 'revoked_at',
      days: 30,
      condition: "status = 'revoked' and refresh_token is null",
    },
  ],
  oauth_artifacts: [{ table: 'oauth_artifacts', at: 'expires_at', days: 0 }],
  // Apps that registered themselves and that nobody uses: they register again.
  oauth_clients: [
    {
      table: 'oauth_clients',
      at: 'used_at',
      days: 30,
      condition: `not exists (select 1 from oauth_grants g join api_keys k on k.id = g.id
        where g.client_id = oauth_clients.client_id and k.revoked_at is null and k.expires_at > now())`,
    },
  ],
  calendar_connect_links: [{ table: 'calendar_connect_links', at: 'expires_at', days: 1 }],
  // With their deliveries. Those of a disabled endpoint wait no longer either.
  webhook_events: [{ table: 'webhook_events', at: 'created_at', days: WEBHOOKS_KEPT_DAYS }],
  webhook_listeners: [{ table: 'webhook_listeners', at: 'until', days: 1 }],
  flow_nudges: [{ table: 'flow_nudges', at: 'nudged_at', days: 1 }],
  // A day after they expired, were revoked or became idle for too long.
  sessions: [
    { table: 'sessions', at: 'expires_at', days: 1 },
    { table: 'sessions', at: 'revoked_at', days: 1 },
    { table: 'sessions', at: 'last_seen_at', days: IDLE_DAYS + 1 },
  ],
};

/**
 * Numbers are part of the text: of a parameter, a generic plan assumes that it matches a third of the table and reads all of it, each
 * time. In the order of the index, it stops at the first row that is young enough.
 */
const deleteOldest = (sql: Sql, { table, at, days, condition = 'true' }: Old) =>
  sql.unsafe(
    `delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${at} < now() - interval '${days} days' and ${condition} order by ${at} limit ${BATCH}))`,
    [],
    { prepare: true },
  );

/** Reads each link 62 days after it was made. If its meeting ended less than 62 days ago, or is still to come, it is read again later. */
async function deleteOldLinks(sql: Sql): Promise<void> {
  const overAt = `b.end_at + interval '${PAST_DAYS} days'`;
  await inBatches(() =>
    sql.unsafe(
      `with due as (
        select t.token_hash, ${overAt} as over_at from booking_tokens t join bookings b on b.id = t.booking_id
        where t.look_at < now() order by t.look_at limit ${BATCH}
      ), later as (
        update booking_tokens t set look_at = (select ${overAt} from bookings b where b.id = t.booking_id)
        where t.token_hash = any(array(select token_hash from due where over_at >= now()))
      ), gone as (
        delete from booking_tokens t where t.token_hash = any(array(select token_hash from due where over_at < now()))
      )
      select 1 from due`,
      [],
      { prepare: true },
    ),
  );
}

async function inBatches(deleteSome: () => PromiseLike<{ readonly count: number }>): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    if ((await deleteSome()).count < BATCH) return;
  }
}

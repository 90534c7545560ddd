import type { Sql } from 'postgres';
import type { SealedToken } from '../../domain/sealed-token.ts';
import { receiverHost } from '../../domain/webhooks/endpoint-url.ts';
import { OVERLAP_MS } from '../../domain/webhooks/schedule.ts';
import type { DisabledReason, WebhookEvent } from '../../schemas/shapes/webhook-events.ts';
import type { Doer } from '../access/api-keys.ts';
import { type HeldSetting, isSetterIn, noteSetters, rotateAdvised } from '../access/webhook-setters.ts';
import { type ChangedMeanwhile, requireVersion } from '../activity/changed-meanwhile.ts';
import { changed, logActivity } from '../activity.ts';
import { findOverCap, type OverPlanCap } from '../billing/plan-room.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { atMicros, behind, type Position } from '../keyset.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { wakeEndpoint } from '../webhook-outbox.ts';
import { deleteEventsOf } from './retention.ts';
import { noteWebhookSet } from './webhook-mails.ts';

export interface EndpointSettings {
  readonly url: string;
  readonly description: string;
  /** null: all. */
  readonly events: readonly WebhookEvent[] | null;
  readonly payload: 'full' | 'thin';
}

export interface EndpointRecord extends EndpointSettings, Position {
  readonly disabledReason: DisabledReason | null;
  readonly failingSince: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly oldSecretUntil: Date | null;
  /** The person who got the secret last, or set the URL after that, may see webhooks no more. */
  readonly rotateAdvised: boolean;
  readonly createdAt: Date;
  readonly version: number;
}

export interface EndpointId {
  readonly workspaceId: string;
  readonly webhookId: string;
}

const select = (sql: Queryable) => sql`
  select e.id, e.url, e.description, e.event_types as events, e.payload, e.disabled_reason as "disabledReason",
    e.failing_since as "failingSince", e.last_success_at as "lastSuccessAt",
    case when e.previous_until > clock_timestamp() then e.previous_until end as "oldSecretUntil",
    ${rotateAdvised(sql)} as "rotateAdvised",
    e.created_at as "createdAt", e.version::int, ${atMicros(sql, 'e.created_at')}
  from webhook_endpoints e`;

/** Endpoints of a workspace, newest first; one more than `limit` if there are more. */
export const listEndpoints = (
  sql: Queryable,
  {
    workspaceId,
    after,
    limit,
  }: { readonly workspaceId: string; readonly after: Position | undefined; readonly limit: number },
): Promise<EndpointRecord[]> => sql<EndpointRecord[]>`
  ${select(sql)} where e.workspace_id = ${workspaceId} and ${behind(sql, { at: 'e.created_at', id: 'e.id' }, 'descending', after)}
  order by e.created_at desc, e.id desc limit ${limit + 1}`;

/** undefined: this workspace has none of this id. */
export async function readEndpoint(
  sql: Queryable,
  { workspaceId, webhookId }: EndpointId,
): Promise<EndpointRecord | undefined> {
  const [row] = await sql<
    EndpointRecord[]
  >`${select(sql)} where e.id = ${webhookId} and e.workspace_id = ${workspaceId}`;
  return row;
}

export async function countEndpoints(sql: Queryable, workspaceId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from webhook_endpoints where workspace_id = ${workspaceId}`;
  return row.count;
}

const subjectOf = (id: string) => ({ type: 'webhook', id }) as const;

/** For the log: the address may hold secrets, and more people read the log. */
const shown = ({ url, events, payload, description }: EndpointSettings) => ({
  host: receiverHost(url),
  ...{ description, events, payload },
});

const columnsOf = (sql: Queryable, { url, description, events, payload }: EndpointSettings) =>
  sql`url = ${url}, host = ${receiverHost(url)}, description = ${description}, payload = ${payload}, event_types = ${events === null ? null : [...events]}::text[]`;

/** The acting key was revoked during the call. */
export interface SetterEnded {
  readonly refused: 'setter_ended';
}

/** `noticeIds`: the caller starts their flows after the commit. */
export interface SetEndpoint {
  readonly endpoint: EndpointRecord;
  readonly noticeIds: readonly string[];
}

/** Makes an endpoint, if the plan has room. */
export const createEndpoint = (
  sql: Sql,
  { workspaceId, webhookId }: EndpointId,
  { secret, ...settings }: EndpointSettings & { readonly secret: SealedToken },
  by: Doer,
  now: number,
): Promise<SetEndpoint | OverPlanCap | SetterEnded> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<OverPlanCap | SetterEnded>) => {
    await tx`select 1 from workspaces where id = ${workspaceId} for no key update`;
    if (!(await isSetterIn(tx, by))) refuse({ refused: 'setter_ended' });
    const used = await countEndpoints(tx, workspaceId);
    const over = await findOverCap(tx, workspaceId, { feature: 'webhooks', used }, now);
    if (over) refuse(over);
    const { url, description, events, payload } = settings;
    await tx`
      insert into webhook_endpoints (id, workspace_id, url, host, description, event_types, payload, secret, secret_key, made_by)
      values (${webhookId}, ${workspaceId}, ${url}, ${receiverHost(url)}, ${description}, ${events === null ? null : [...events]}, ${payload},
        ${secret.bytes}, ${secret.keyId}, ${by.actor?.userId ?? null})`;
    await noteSetters(tx, webhookId, ['url', 'payload', 'secret'], by);
    const data = shown(settings);
    await logActivity(tx, { ...by, workspaceId, action: 'webhook.created', subject: subjectOf(webhookId), data });
    const noticeIds = await noteWebhookSet(tx, { workspaceId, kind: 'webhook', host: data.host }, by);
    return { endpoint: await readMade(tx, { workspaceId, webhookId }), noticeIds };
  });

async function readMade(tx: Transaction, id: EndpointId): Promise<EndpointRecord> {
  const made = await readEndpoint(tx, id);
  if (!made) throw new Error(`webhook ${id.webhookId} cannot be read`);
  return made;
}

const lock = async (tx: Transaction, { workspaceId, webhookId }: EndpointId): Promise<boolean> =>
  (
    await tx`select 1 from webhook_endpoints where id = ${webhookId} and workspace_id = ${workspaceId} for no key update`
  ).length > 0;

export interface EndpointChange {
  readonly settings: Partial<EndpointSettings>;
  /** undefined: stays. */
  readonly enabled: boolean | undefined;
  readonly expectedVersion: number | undefined;
}

/** undefined: there is none of this id. */
export const updateEndpoint = (
  sql: Sql,
  id: EndpointId,
  { settings, enabled, expectedVersion }: EndpointChange,
  by: Doer,
): Promise<SetEndpoint | ChangedMeanwhile | SetterEnded | undefined> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<ChangedMeanwhile | SetterEnded>) => {
    const { workspaceId, webhookId } = id;
    if (!(await isSetterIn(tx, by))) refuse({ refused: 'setter_ended' });
    const before = (await lock(tx, id)) ? await readEndpoint(tx, id) : undefined;
    if (!before) return undefined;
    const { version } = before;
    await requireVersion(tx, { ...id, type: 'webhook', id: webhookId }, { version, expected: expectedVersion }, refuse);
    const { url, description, events, payload } = { ...before, ...settings };
    const after = { url, description, events, payload };
    const isOn = before.disabledReason === null;
    const data = changed(
      { ...shown(before), enabled: isOn, isSameUrl: true },
      { ...shown(after), enabled: enabled ?? isOn, isSameUrl: url === before.url },
    );
    if (Object.keys(data.after).length === 0) return { endpoint: before, noticeIds: [] };
    await tx`update webhook_endpoints set ${columnsOf(tx, after)} where id = ${webhookId}`;
    await switchTo(tx, webhookId, { before, after, enabled });
    await noteSetters(tx, webhookId, heldNow({ before, after, enabled }), by);
    await logActivity(tx, { ...by, workspaceId, action: 'webhook.updated', subject: subjectOf(webhookId), data });
    const noticeIds = await noteReceiver(tx, workspaceId, { before, after }, by);
    return { endpoint: await readMade(tx, id), noticeIds };
  });

/** Enables or disables a webhook, and separates a new URL from the failures of the old one. */
async function switchTo(tx: Transaction, id: string, { before, after, enabled }: Changed): Promise<void> {
  const wasOn = before.disabledReason === null;
  const isMoved = after.url !== before.url;
  if (isMoved) await forgetFailures(tx, id);
  if (enabled !== undefined && enabled !== wasOn) await setEnabled(tx, id, enabled);
  else if (wasOn && isMoved) await retryAll(tx, id);
}

async function setEnabled(tx: Transaction, id: string, on: boolean): Promise<void> {
  if (on) return enable(tx, id);
  await tx`update webhook_endpoints set disabled_at = clock_timestamp(), disabled_reason = 'by_hand' where id = ${id}`;
}

/** Notes that owners are to be notified of a new URL or payload. */
async function noteReceiver(
  tx: Transaction,
  workspaceId: string,
  { before, after }: Pick<Changed, 'before' | 'after'>,
  by: Doer,
): Promise<readonly string[]> {
  if (after.url === before.url && after.payload === before.payload) return [];
  return noteWebhookSet(tx, { workspaceId, kind: 'webhook_changed', host: shown(after).host }, by);
}

interface Changed {
  readonly before: EndpointRecord;
  readonly after: EndpointSettings;
  readonly enabled: boolean | undefined;
}

/** The settings that a change makes its author responsible for. A person who enables a stopped webhook is responsible for all but its secret, which others know. */
function heldNow({ before, after, enabled }: Changed): HeldSetting[] {
  const isVouched = enabled === true && before.disabledReason === 'access_stopped';
  return (['url', 'payload'] as const).filter((setting) => isVouched || after[setting] !== before[setting]);
}

async function enable(tx: Transaction, id: string): Promise<void> {
  await tx`
    update webhook_endpoints set disabled_at = null, disabled_reason = null, secret_retry_at = null where id = ${id}`;
  await forgetFailures(tx, id);
  await retryAll(tx, id);
}

/** The failures and the slowness of an older URL do not count for the new one. */
const forgetFailures = (tx: Transaction, id: string) => tx`
  update webhook_endpoints set failures = 0, failing_since = null, probe_at = '-infinity', last_ms = null where id = ${id}`;

/** Makes refused deliveries due again, in order. Others are due anyway: a long backlog is not written again. */
async function retryAll(tx: Transaction, id: string): Promise<void> {
  await tx`
    update webhook_deliveries set next_at = now(), attempts = 0, first_attempt_at = null
    where endpoint_id = ${id} and state = 'pending' and attempts > 0`;
  await wakeEndpoint(tx, id);
}

/** False: there is none of this id. */
export const deleteEndpoint = (sql: Sql, id: EndpointId, by: Doer): Promise<boolean> =>
  inTransaction(sql, async (tx) => {
    const { workspaceId, webhookId } = id;
    const known = (await lock(tx, id)) ? await readEndpoint(tx, id) : undefined;
    if (!known) return false;
    await logActivity(tx, {
      ...by,
      workspaceId,
      action: 'webhook.deleted',
      subject: subjectOf(webhookId),
      data: shown(known),
    });
    await deleteEventsOf(tx, webhookId);
    await tx`delete from webhook_endpoints where id = ${webhookId}`;
    return true;
  });

/** The old secret signs as well for a day. The person who rotates the secret knows it now, and is not the webhook's maker. undefined: there is none of this id. */
export const rotateSecret = (
  sql: Sql,
  id: EndpointId,
  secret: SealedToken,
  by: Doer,
): Promise<EndpointRecord | SetterEnded | undefined> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<SetterEnded>) => {
    const { workspaceId, webhookId } = id;
    if (!(await isSetterIn(tx, by))) refuse({ refused: 'setter_ended' });
    if (!(await lock(tx, id))) return undefined;
    await noteSetters(tx, webhookId, ['secret'], by);
    await tx`
      update webhook_endpoints set previous_secret = secret, previous_secret_key = secret_key,
        previous_until = clock_timestamp() + ${OVERLAP_MS}::float8 * interval '1 millisecond',
        secret = ${secret.bytes}, secret_key = ${secret.keyId}, secret_retry_at = null where id = ${webhookId}`;
    await logActivity(tx, { ...by, workspaceId, action: 'webhook.secret_rotated', subject: subjectOf(webhookId) });
    return readMade(tx, id);
  });

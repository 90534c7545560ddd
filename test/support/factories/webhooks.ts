import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { sealToken, tokenKeysOf } from '../../../domain/sealed-token.ts';
import type { Secrets } from '../../../domain/secrets.ts';
import { receiverHost } from '../../../domain/webhooks/endpoint-url.ts';
import type { SentEvent } from '../../../schemas/shapes/webhook-events.ts';

export interface TestEndpoint {
  readonly id: string;
  readonly secret: string;
}

interface Wanted {
  readonly workspaceId: string;
  readonly url?: string;
  /** Default: all. */
  readonly eventTypes?: readonly SentEvent[] | null;
  readonly payload?: 'full' | 'thin';
  readonly madeBy?: string | null;
}

/** An endpoint of a workspace, as create_webhook makes it, with a secret that the worker of these secrets can open. */
export async function makeEndpoint(
  sql: Sql,
  secrets: Pick<Secrets, 'calendarTokens'>,
  { workspaceId, url = 'https://hooks.example/in', eventTypes = null, payload = 'full', madeBy = null }: Wanted,
): Promise<TestEndpoint> {
  const id = uuidv7();
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const sealed = sealToken(tokenKeysOf([], secrets.calendarTokens), id, secret);
  await sql`
    insert into webhook_endpoints (id, workspace_id, url, host, event_types, payload, secret, secret_key, made_by)
    values (${id}, ${workspaceId}, ${url}, ${receiverHost(url)}, ${eventTypes === null ? null : [...eventTypes]}, ${payload}, ${sealed.bytes}, ${sealed.keyId}, ${madeBy})`;
  return { id, secret };
}

/** Of an answer that ended access which had set none. */
export const NO_WEBHOOKS = {
  ended: { webhookCount: 0, webhooks: [] },
  kept: { webhookCount: 0, webhooks: [] },
};

export interface NotedEvent {
  readonly type: string;
  readonly subjectId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Events that wait for an endpoint, in the order in which it gets them. */
export const eventsFor = (sql: Sql, endpointId: string) => sql<NotedEvent[]>`
  select e.type, e.subject_id as "subjectId", e.data from webhook_deliveries d join webhook_events e on e.id = d.event_id
  where d.endpoint_id = ${endpointId} order by d.seq`;

import type { Sql } from 'postgres';
import { z } from 'zod';
import { stateOf } from '../../../domain/webhooks/event-request.ts';
import type { WebhookEvent } from '../../../schemas/shapes/webhook-events.ts';
import { WEBHOOK_PAYLOADS } from '../../../schemas/shapes/webhook-payloads.ts';
import type { StoredEvent } from '../../../store/webhooks/delivery-facts.ts';
import { readEventDetails } from '../../../store/webhooks/event-details.ts';

export interface ReadPayload {
  readonly type: WebhookEvent;
  readonly state: Readonly<Record<string, unknown>>;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * What an endpoint is sent, thin and full, in its order. @throws if a payload has a field more than its schema says, or one less: details may be
 * absent only for what is gone.
 */
export async function payloadsFor(sql: Sql, endpointId: string): Promise<ReadPayload[]> {
  const rows = await sql<(StoredEvent & { type: WebhookEvent })[]>`
    select e.id, e.workspace_id as "workspaceId", e.type, e.subject_id as "subjectId", e.created_at as at, e.data
    from webhook_deliveries d join webhook_events e on e.id = d.event_id where d.endpoint_id = ${endpointId} order by d.seq`;
  const read: ReadPayload[] = [];
  for (const row of rows) {
    const { state, details }: { state: z.ZodObject; details: z.ZodObject } = WEBHOOK_PAYLOADS[row.type];
    const parsed = {
      type: row.type,
      state: state.strict().parse(stateOf(row.data)),
      // As JSON, the wire's form.
      details: details
        .required()
        .strict()
        .parse(JSON.parse(JSON.stringify(await readEventDetails(sql, row)))),
    };
    // A full payload is both: neither may hide the other.
    z.object({ ...state.shape, ...details.shape })
      .strict()
      .parse({ ...parsed.details, ...parsed.state });
    read.push(parsed);
  }
  return read;
}

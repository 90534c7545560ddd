import { clientNetwork } from '../../../domain/client-networks.ts';
import { dataOf } from '../../../domain/webhooks/event-request.ts';
import type { Input } from '../../../schemas/operation.ts';
import type { webhooks } from '../../../schemas/operations/webhooks.ts';
import type { WebhookEvent } from '../../../schemas/shapes/webhook-events.ts';
import type { Queryable } from '../../../store/database.ts';
import type { Position } from '../../../store/keyset.ts';
import { HEARD_CHANNEL } from '../../../store/webhook-outbox.ts';
import { type EventDetails, readDetails } from '../../../store/webhooks/event-details.ts';
import { type HeardRecord, keepListening, listHeard, readSettled } from '../../../store/webhooks/heard-events.ts';
import type { Handler } from '../../core/handler.ts';
import { readCursor, writeCursor } from '../../core/list-cursor.ts';

const LIST = 'heard';

type Asked = Input<typeof webhooks.listenForEvents>;

/** Events after the caller's cursor; with `waitSeconds` it waits for the first one. Without a cursor: from now on. */
export const listenForEvents: Handler<typeof webhooks.listenForEvents> = async (context, input) => {
  const { sql, actor, waits, caller } = context;
  const { workspaceId } = actor;
  const after = readCursor([LIST], input.cursor);
  const until = await keepListening(sql, workspaceId);
  const from = after ?? (await readSettled(sql));
  const read = () => readPage(sql, workspaceId, from, input);
  const page =
    input.waitSeconds === 0
      ? await read()
      : await waits.until({
          channel: HEARD_CHANNEL,
          rowId: workspaceId,
          holder: `listen ${caller.requestId}`,
          client: clientNetwork(caller.ip),
          seconds: input.waitSeconds,
          read,
          isSettled: ({ rows }) => rows.length > 0,
          gone: caller.gone,
        });
  // The caller may have lost the key or the role while waiting: check again.
  if (input.waitSeconds > 0) await context.reauthenticate();
  const details = input.payload === 'full' ? await readDetails(sql, page.rows) : new Map<string, EventDetails>();
  const events = page.rows.map((row) => toEvent(row, details.get(row.id)));
  return { events, cursor: writeCursor(LIST, page.end), listeningUntil: until.toISOString() };
};

/** `end`: where the next page begins. */
async function readPage(
  sql: Queryable,
  workspaceId: string,
  after: Position,
  { events, limit }: Asked,
): Promise<{ readonly rows: readonly HeardRecord[]; readonly end: Position }> {
  const before = await readSettled(sql);
  const rows = await listHeard(sql, { workspaceId, events, after, before, limit });
  const last = rows.at(-1);
  return { rows, end: last && rows.length === limit ? last : laterOf(after, before) };
}

/** A transaction that is open for long holds back what is settled: no cursor goes back. */
const laterOf = (one: Position, other: Position): Position =>
  BigInt(one.atMicros) > BigInt(other.atMicros) ? one : other;

/** As a delivery has it. */
const toEvent = ({ id, type, at, data }: HeardRecord, details: EventDetails = {}) => ({
  ...{ id, type: type as WebhookEvent, timestamp: at.toISOString() },
  data: dataOf(data, details),
});

import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { startTurns } from '../activities/webhooks/start-turns.ts';
import { WEBHOOK_CHANNEL } from '../store/webhook-outbox.ts';
import { giveTurns } from '../store/webhooks/turns.ts';

interface Parts {
  readonly sql: Sql;
  readonly client: Client;
  readonly taskQueue: string;
  readonly log: Logger;
}

/** Endpoints that one process gives turns at the same time. */
const AT_ONCE = 4;

/**
 * Hears of each committed event that an endpoint wants, and starts the flows of its deliveries. Every worker hears it: the rows decide who
 * gives the turns. What is lost while PostgreSQL or Temporal is away, the sweep finds.
 */
export function wakeWebhooks({ sql, client, taskQueue, log }: Parts): { stop(): Promise<void> } {
  /** Endpoints with news, each once. */
  const waiting = new Set<string>();
  let atWork = 0;
  let isStopped = false;
  const work = async (): Promise<void> => {
    atWork += 1;
    for (const endpointId of waiting) {
      if (isStopped) break;
      waiting.delete(endpointId);
      await giveTurns(sql, endpointId)
        .then((turns) => startTurns({ client, taskQueue }, turns))
        .catch((err: unknown) => log.warn({ err, endpointId }, 'a webhook got no turn; the sweep gives it'));
    }
    atWork -= 1;
  };
  const running = new Set<Promise<void>>();
  const hear = (endpointId: string): void => {
    if (isStopped) return;
    waiting.add(endpointId);
    if (atWork >= AT_ONCE) return;
    const lane = work().finally(() => running.delete(lane));
    running.add(lane);
  };
  const listening = sql.listen(WEBHOOK_CHANNEL, hear).catch((err: unknown) => {
    log.warn({ err }, 'events are not heard; the sweep starts their deliveries');
    return undefined;
  });
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all([...running, listening.then((meta) => meta?.unlisten()).catch(() => undefined)]);
    },
  };
}

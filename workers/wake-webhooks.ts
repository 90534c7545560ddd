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

/** Flows whose start Temporal has not confirmed: while it is slow, no more turns are given. The last few may pass it. */
export const MOST_STARTING = 8;

/**
 * Hears of each committed event that an endpoint wants, and starts the flows of its deliveries. Every worker hears it: the rows decide who
 * gives the turns. What is lost while PostgreSQL or Temporal is away, the sweep finds.
 */
export function wakeWebhooks({ sql, client, taskQueue, log }: Parts): { stop(): Promise<void> } {
  const line = new Line();
  let atWork = 0;
  let starting = 0;
  let isStopped = false;
  const serve = async (endpointId: string): Promise<void> => {
    atWork += 1;
    try {
      const turns = await giveTurns(sql, endpointId).finally(() => {
        atWork -= 1;
      });
      starting += turns.length;
      goOn();
      await startTurns({ client, taskQueue }, turns).finally(() => {
        starting -= turns.length;
      });
    } catch (err) {
      log.warn({ err, endpointId }, 'a webhook got no turn; the sweep gives it');
    }
    goOn();
  };
  const running = new Set<Promise<void>>();
  const goOn = (): void => {
    while (!isStopped && atWork < AT_ONCE && starting < MOST_STARTING) {
      const endpointId = line.next();
      if (endpointId === undefined) return;
      const served: Promise<void> = serve(endpointId).finally(() => running.delete(served));
      running.add(served);
    }
  };
  const hear = (news: string): void => {
    line.add(news);
    goOn();
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

/** Endpoints with news, each once. Workspaces take turns, so that one with many endpoints holds up no other. */
class Line {
  /** By workspace, next first. */
  readonly #waiting = new Map<string, Set<string>>();

  /** @param news an endpoint and its workspace; the release before says the endpoint alone */
  add(news: string): void {
    const [endpointId = '', workspaceId = endpointId] = news.split(' ');
    const endpoints = this.#waiting.get(workspaceId) ?? new Set();
    this.#waiting.set(workspaceId, endpoints.add(endpointId));
  }

  next(): string | undefined {
    for (const [workspaceId, endpoints] of this.#waiting) {
      this.#waiting.delete(workspaceId);
      const [endpointId] = endpoints;
      if (endpointId === undefined) continue;
      endpoints.delete(endpointId);
      if (endpoints.size > 0) this.#waiting.set(workspaceId, endpoints);
      return endpointId;
    }
    return undefined;
  }
}

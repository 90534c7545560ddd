import type { Logger } from 'pino';
import { type DispatchDependencies, dispatch } from '../activities/webhooks/dispatch.ts';
import { CONCURRENCY, Permits } from '../domain/concurrency.ts';
import { WEBHOOK_CHANNEL } from '../store/webhook-outbox.ts';

interface Parts extends DispatchDependencies {
  readonly log: Logger;
}

/**
 * Dispatches a webhook after each committed event. Every worker listens: the rows decide which one grants a permit. Workspaces are served in
 * turn, so that one with many webhooks delays no other. The sweep finds what is lost while PostgreSQL or Temporal is unavailable.
 */
export function wakeWebhooks({ log, ...dependencies }: Parts): { stop(): Promise<void> } {
  const permits = new Permits(CONCURRENCY.dispatches);
  const waiting = new Set<string>();
  const running = new Set<Promise<void>>();
  let isStopped = false;
  const serve = async (endpointId: string, workspaceId: string): Promise<void> => {
    const release = await permits.acquire(workspaceId);
    waiting.delete(endpointId);
    try {
      if (!isStopped) await dispatch(dependencies, endpointId);
    } catch (err) {
      log.warn({ err, endpointId }, 'a webhook was not dispatched; the sweep dispatches it');
    } finally {
      release?.();
    }
  };
  const onEvent = (payload: string): void => {
    const [endpointId = '', workspaceId = ''] = payload.split(' ');
    // A webhook that waits is dispatched once, for all of its events.
    if (isStopped || waiting.has(endpointId)) return;
    waiting.add(endpointId);
    const served: Promise<void> = serve(endpointId, workspaceId).finally(() => running.delete(served));
    running.add(served);
  };
  const listening = dependencies.sql.listen(WEBHOOK_CHANNEL, onEvent).catch((err: unknown) => {
    log.warn({ err }, 'the worker does not receive events of webhooks; the sweep dispatches them');
    return undefined;
  });
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all([...running, listening.then((meta) => meta?.unlisten()).catch(() => undefined)]);
    },
  };
}

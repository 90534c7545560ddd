import { DefaultLogger } from '@temporalio/worker';
import type { Logger } from 'pino';

/** Of the SDK's log fields only these ids enter our log: the others may hold payloads. */
const IDS = ['workflowId', 'runId', 'activityType'] as const;

/** A worker of activities alone starts with this warning; ours are so on purpose. */
const EXPECTED = 'No workflows registered, not polling for workflow tasks';

/** The logger of the SDK's runtime: its warnings and errors go to our log. */
export const sdkLogger = (log: Pick<Logger, 'warn' | 'error'>): DefaultLogger =>
  new DefaultLogger('WARN', ({ level, message, meta }) => {
    if (level === 'WARN' && message === EXPECTED) return;
    const ids = Object.fromEntries(IDS.flatMap((id) => (typeof meta?.[id] === 'string' ? [[id, meta[id]]] : [])));
    if (level === 'ERROR') log.error(ids, message);
    else log.warn(ids, message);
  });

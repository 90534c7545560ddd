import { DefaultLogger } from '@temporalio/worker';
import type { Logger } from 'pino';

/** What the SDK warns of, in our log. Of what it says besides only these ids: the rest may hold payloads. */
const IDS = ['workflowId', 'runId', 'activityType'] as const;

/** The logger of the SDK's runtime. */
export const sdkLogger = (log: Pick<Logger, 'warn' | 'error'>): DefaultLogger =>
  new DefaultLogger('WARN', ({ level, message, meta }) => {
    const ids = Object.fromEntries(IDS.flatMap((id) => (typeof meta?.[id] === 'string' ? [[id, meta[id]]] : [])));
    if (level === 'ERROR') log.error(ids, message);
    else log.warn(ids, message);
  });

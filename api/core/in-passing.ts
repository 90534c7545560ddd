import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { describeError } from './describe-error.ts';

const DEADLINE_MS = 2_500;

export interface InPassingParts {
  /** Asked for by the first call: its libraries take long to load. */
  readonly client: () => Promise<Client>;
  readonly log: Logger;
}

/** Says something to a flow whose row stands already. Nobody waits for it: the sweep says what did not arrive. */
export type InPassing = (workflowId: string, say: (workflow: Client['workflow']) => Promise<unknown>) => void;

export const createInPassing =
  ({ client, log }: InPassingParts): InPassing =>
  (workflowId, say) => {
    const said = client().then((temporal) =>
      temporal.withDeadline(Date.now() + DEADLINE_MS, () => say(temporal.workflow)),
    );
    said.catch((error: unknown) =>
      log.warn({ workflowId, err: describeError(error, undefined) }, 'a flow was not told; the sweep will'),
    );
  };

import type { Client, WithStartWorkflowOperation } from '@temporalio/client';
import type { Workflow } from '@temporalio/common';
import type { Logger } from 'pino';
import {
  type FlowName,
  type FlowRow,
  type FlowSignal,
  flowId,
  flowStart,
  idReusePolicyOf,
} from '../../workflows/catalogue.ts';
import { describeError } from '../core/failures.ts';

const DEADLINE_MS = 2_500;
/** The call's own deadline comes later: it knows less about what is late. */
const SOONER_MS = 300;

/** A flow has begun to work on an update and has no answer in time: Temporal and its worker are there, what the flow asks is late. */
export class UpdateLate extends Error {
  override readonly name = 'UpdateLate';
}

/** Starts and signals the flow of a row that is already stored. What fails here, the sweep does within half a minute. */
export interface FlowClient {
  /** Starts a flow without waiting. A flow that runs already goes on. */
  start(name: FlowName, row: FlowRow): void;
  /** Signals a flow without waiting; starts it if it is gone. */
  signal<Name extends FlowName>(name: Name, row: FlowRow, signal: FlowSignal<Name>): void;
  /**
   * Starts a flow, or uses the one that runs, and waits for the answer of an update without arguments.
   * @throws UpdateLate once the flow has the update, and what Temporal throws when it is away or late: a 503
   */
  update<Result>(name: FlowName, row: FlowRow, update: string): Promise<Result>;
  /** Starts a flow and waits for its end, `maxMs` milliseconds at most. Never throws: the caller reads the row. */
  run(name: FlowName, row: FlowRow, maxMs: number): Promise<void>;
}

export interface FlowClientParts {
  /** Called with the first use: the libraries of the client load slowly. */
  readonly client: () => Promise<Client>;
  readonly taskQueue: string;
  readonly log: Logger;
  /** Hears of each call that nobody waits for. */
  readonly track?: (call: Promise<unknown>) => void;
  /** How long Temporal has to take a start or a signal, or to answer an update. */
  readonly deadlineMs?: number | undefined;
}

export const createFlowClient = (parts: FlowClientParts): FlowClient => {
  const { client, taskQueue, log, track, deadlineMs = DEADLINE_MS } = parts;
  const notify = (workflowId: string, send: (workflow: Client['workflow']) => Promise<unknown>): void => {
    const sent = client().then((temporal) =>
      temporal.withDeadline(Date.now() + deadlineMs, () => send(temporal.workflow)),
    );
    track?.(sent);
    sent.catch((error: unknown) =>
      log.warn({ workflowId, err: describeError(error, undefined) }, 'a flow was not notified; the sweep notifies it'),
    );
  };
  const optionsOf = (name: FlowName, row: FlowRow) => ({
    ...flowStart(name, row, taskQueue),
    workflowIdReusePolicy: idReusePolicyOf(name),
  });
  // The sweep, or a signal, may have started the flow first.
  const start = (workflow: Client['workflow'], name: FlowName, row: FlowRow) =>
    workflow.start(name, { ...optionsOf(name, row), workflowIdConflictPolicy: 'USE_EXISTING' });
  return {
    start: (name, row) => notify(flowId(name, row.id), (workflow) => start(workflow, name, row)),
    signal: (name, row, signal) =>
      notify(flowId(name, row.id), (workflow) =>
        workflow.signalWithStart(name, { ...optionsOf(name, row), signal: signal as string }),
      ),
    update: async (name, row, update) => {
      const [temporal, { WithStartWorkflowOperation }] = await Promise.all([client(), import('@temporalio/client')]);
      const start = new WithStartWorkflowOperation(name, {
        ...{ ...optionsOf(name, row), workflowIdConflictPolicy: 'USE_EXISTING' },
      });
      return answerOf(temporal, { update, start }, Date.now() + deadlineMs - SOONER_MS);
    },
    run: (name, row, maxMs) => {
      const ended = client().then((temporal) =>
        temporal.withDeadline(Date.now() + maxMs, async () => {
          const handle = await start(temporal.workflow, name, row);
          await handle.result();
        }),
      );
      track?.(ended);
      return settledWithin(ended, maxMs);
    },
  };
};

interface UpdateWithStart {
  readonly update: string;
  readonly start: WithStartWorkflowOperation<Workflow>;
}

/** @throws UpdateLate if the flow has taken the update and has no answer at the deadline */
async function answerOf<Result>(
  temporal: Client,
  { update, start }: UpdateWithStart,
  deadline: number,
): Promise<Result> {
  const taken = await temporal.withDeadline(deadline, () =>
    temporal.workflow.startUpdateWithStart<Workflow, Result, []>(update, {
      ...{ args: [], waitForStage: 'ACCEPTED', startWorkflowOperation: start },
    }),
  );
  try {
    return await temporal.withDeadline(deadline, () => taken.result());
  } catch (error) {
    if (Date.now() < deadline) throw error;
    throw new UpdateLate(`${taken.workflowId} has not answered ${update} in time.`, { cause: error });
  }
}

/** Resolves when `ended` has succeeded or failed, or when the time is over. */
async function settledWithin(ended: Promise<unknown>, maxMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxMs);
  });
  await Promise.race([ended.catch(() => undefined), late]);
  clearTimeout(timer);
}

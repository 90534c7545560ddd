import type { HistoryAndWorkflowId } from '@temporalio/client';
import { Worker } from '@temporalio/worker';

export interface Replayed {
  readonly workflowId: string;
  /** null: today's code follows the history. Otherwise: where it differs, in words. */
  readonly divergence: string | null;
}

/** Replays histories with today's workflow code. No activity runs. */
export async function* replay(
  bundlePath: string,
  histories: AsyncIterable<HistoryAndWorkflowId> | Iterable<HistoryAndWorkflowId>,
): AsyncGenerator<Replayed> {
  const results = Worker.runReplayHistories(
    { workflowBundle: { codePath: bundlePath }, replayName: 'holdfast-replay' },
    histories,
  );
  for await (const { workflowId, error } of results) {
    yield { workflowId, divergence: error ? inWords(error.message) : null };
  }
}

/** The core's message names its state machine before the event; ours names the event first. */
function inWords(message: string): string {
  const event = /HistoryEvent\(id: (\d+), (\w+)\)/.exec(message);
  const machine = /(\w+) machine does not handle/.exec(message)?.[1];
  if (!event) return message;
  const wanted = machine
    ? `today's code asks for something of a ${machine.toLowerCase()}`
    : "today's code asks for something else";
  return `at event ${event[1]} the history has ${event[2]}, where ${wanted}. (${message})`;
}

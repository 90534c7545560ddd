import type { Logger } from 'pino';
import type { Actor, Person } from '../../domain/access/actor.ts';
import type { Caller } from './caller.ts';

/** What is learnt of a call while it runs. */
export interface CallTrace {
  /** whoever was let in; null where nobody need be */
  actor: Actor | Person | null;
  /** of the flow that the call is about */
  workflowId?: string;
}

export interface FinishedCall extends Readonly<CallTrace> {
  readonly operation: string;
  readonly status: number;
  readonly durationMs: number;
}

/** Who called, by ids alone: the list of keys, or the activity log, says whose they are. */
const idsOf = (actor: Actor | Person | null): Record<string, string> => {
  if (actor === null) return {};
  const workspace = actor.kind === 'person' ? {} : { workspaceId: actor.workspaceId };
  return actor.kind === 'key' ? { ...workspace, keyId: actor.keyId } : { ...workspace, userId: actor.userId };
};

/** The log for call lines. They hold no secret by construction, so looking through each for secrets is time lost. */
export const callLogOf = (log: Logger): Logger => log.child({}, { redact: [] });

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/** One line for each call: names and numbers only. Input, query strings and paths stay out: they carry codes and tokens. */
export const logCall = (log: Logger, caller: Caller, call: FinishedCall): void => {
  const line = {
    requestId: caller.requestId,
    source: caller.source,
    operation: call.operation,
    ...idsOf(call.actor),
    ...(call.workflowId === undefined ? {} : { workflowId: call.workflowId }),
    status: call.status,
    ms: rounded(call.durationMs),
  };
  if (call.status >= 500) log.warn(line, 'call');
  else log.info(line, 'call');
};

export interface AnsweredPage {
  readonly requestId: string;
  /** Method and pattern of the address, never the address itself: tokens stand in it. */
  readonly page: string;
  /** of the flow that an operation of the page was about, the last one named */
  readonly workflowId?: string;
  readonly status: number;
  readonly durationMs: number;
}

/** One line for each page; the operations that it asked have theirs, with the same request id. */
export const logPage = (log: Logger, { durationMs, ...page }: AnsweredPage): void => {
  const line = { ...page, ms: rounded(durationMs) };
  if (page.status >= 500) log.warn(line, 'page');
  else log.info(line, 'page');
};

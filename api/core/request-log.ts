import type { Logger } from 'pino';
import type { Actor, Person } from '../../domain/access/actor.ts';
import { LOOKS_LIKE_A_KEY, shownPrefix } from '../../domain/access/api-key.ts';
import type { Caller } from './call.ts';

/** The data about a call that its log line needs. */
export interface CallTrace {
  /** the authenticated caller; null: none */
  actor: Actor | Person | null;
  /** the flow of the call */
  workflowId?: string;
}

export interface FinishedCall extends Readonly<CallTrace> {
  readonly operation: string;
  readonly status: number;
  readonly durationMs: number;
  /** Ids of what it ended: a restored database does not know that it did. */
  readonly ended?: readonly string[] | undefined;
  /** Logged input fields, of operations whose effect a restored database does not know either. */
  readonly given?: object | undefined;
  /** `details.reason` of a refusal: never caller text. */
  readonly reason?: string | undefined;
}

/** The caller's ids. The key list and the activity log show whose they are. */
const idsOf = (actor: Actor | Person | null): Record<string, string> => {
  if (actor === null) return {};
  const workspace = actor.kind === 'person' ? {} : { workspaceId: actor.workspaceId };
  if (actor.kind !== 'key') return { ...workspace, userId: actor.userId };
  const { agent, keyId, userId } = actor;
  return agent ? { ...workspace, keyId, principalId: agent.principalId, userId } : { ...workspace, keyId };
};

/** The shown part of a key that was refused, so that its holder is found. Never of a text that may be another secret, or of a short one. */
const keyPrefixOf = ({ credentials }: Caller): { readonly keyPrefix?: string } =>
  credentials?.kind === 'bearer' && LOOKS_LIKE_A_KEY.test(credentials.token)
    ? { keyPrefix: shownPrefix(credentials.token) }
    : {};

/** The grant of a connected app whose token was right and whose connection has ended: who asks why it stopped finds the line. */
const grantOf = ({ credentials }: Caller): Record<string, string> =>
  credentials?.kind === 'grant' && credentials.access !== null
    ? { keyId: credentials.access.grantId, userId: credentials.access.userId }
    : {};

/** The log for call lines, without redaction: they never hold secrets, and searching each line costs time. */
export const callLogOf = (log: Logger): Logger => log.child({}, { redact: [] });

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/** One line per call: names and numbers only. Never input, query strings or paths: they hold codes and tokens. */
export const logCall = (log: Logger, caller: Caller, call: FinishedCall): void => {
  const line = {
    requestId: caller.requestId,
    source: caller.source,
    operation: call.operation,
    ...idsOf(call.actor),
    ...(call.workflowId === undefined ? {} : { workflowId: call.workflowId }),
    ...(call.ended === undefined ? {} : { ended: call.ended }),
    ...(call.given === undefined ? {} : { given: call.given }),
    ...(call.reason === undefined ? {} : { reason: call.reason }),
    ...(call.status === 401 ? { ...keyPrefixOf(caller), ...grantOf(caller) } : {}),
    status: call.status,
    ms: rounded(call.durationMs),
  };
  if (call.status >= 500) log.warn(line, 'call');
  else log.info(line, 'call');
};

export interface AnsweredPage {
  readonly requestId: string;
  /** Method and path pattern, never the path itself: it can hold tokens. */
  readonly page: string;
  /** the flow that the page's operations named last */
  readonly workflowId?: string;
  readonly status: number;
  readonly durationMs: number;
}

/** One line per web page. Its operations have their own lines with the same request id. */
export const logPage = (log: Logger, { durationMs, ...page }: AnsweredPage): void => {
  const line = { ...page, ms: rounded(durationMs) };
  if (page.status >= 500) log.warn(line, 'page');
  else log.info(line, 'page');
};

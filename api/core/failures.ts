import type { ApplicationFailure } from '@temporalio/common';
import { AppError, isErrorCode } from '../../schemas/errors.ts';
import type { Operation } from '../../schemas/operation.ts';
import { isDatabaseAway, sqlState } from '../../store/database.ts';

const SHORTEST_SECRET = 4;

/** Longer messages usually quote their input. They are left out, which also bounds the work for one error. */
const LONGEST_MESSAGE = 2_000;

/** All texts in a value that are short enough to be in a message, each once. Not recursive, because callers choose the depth of the input. */
function textsIn(input: unknown, longest: number): Set<string> {
  const texts = new Set<string>();
  const open: unknown[] = [input];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') {
      if (value.length >= SHORTEST_SECRET && value.length <= longest) texts.add(value);
    } else if (value !== null && typeof value === 'object') {
      for (const part of Object.values(value)) open.push(part);
    }
  }
  return texts;
}

/** Replaces all text that a caller sent. The work is linear in the size of the input: a long message is left out, and each text is searched once. */
function withoutInput(text: string, input: unknown): string {
  if (text.length > LONGEST_MESSAGE) return `[a message of ${text.length} characters]`;
  const hidden = new Uint8Array(text.length);
  for (const secret of textsIn(input, text.length)) {
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length))
      hidden.fill(1, at, at + secret.length);
  }
  let shown = '';
  for (let at = 0; at < text.length; at++) {
    if (!hidden[at]) shown += text[at];
    else if (!hidden[at - 1]) shown += '[input]';
  }
  return shown;
}

/**
 * The loggable part of an unexpected error. PostgreSQL messages quote values, so only SQLSTATE and stack are kept;
 * in other messages each input text is replaced.
 */
export const describeError = (error: unknown, input: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { type: typeof error };
  const state = sqlState(error);
  const frames = (error.stack ?? '').split('\n').filter((frame) => /^\s+at /.test(frame));
  const described = { type: error.name, code: state, stack: frames.slice(0, 12).join('\n') };
  return state === undefined ? { ...described, message: withoutInput(error.message, input) } : described;
};

export type Dependency = 'database' | 'temporal';

const RETRY_AFTER_SECONDS = 2;

/** gRPC codes of an outage. */
const GRPC_AWAY = new Set([
  1, // CANCELLED
  4, // DEADLINE_EXCEEDED
  8, // RESOURCE_EXHAUSTED
  9, // FAILED_PRECONDITION: the worker of this flow has died or failed a few times in a row
  10, // ABORTED: the flow changed during the call
  13, // INTERNAL: the stream was cut in the middle of an answer
  14, // UNAVAILABLE
]);

const REPEAT = 'Repeat the same call in a moment; it does nothing twice.';
const CHECK_FIRST =
  'It may have been done all the same, and a repeated call does it again: look at what there is first.';

/** Returns the advice after no answer: it depends on whether the operation can be repeated. */
export const adviceFor = ({ makesAnother }: Pick<Operation, 'makesAnother'>): string =>
  makesAnother ? CHECK_FIRST : REPEAT;

/** A 503: what is unreachable and when to retry. */
export const unavailable = (message: string, dependency?: Dependency, advice = REPEAT): AppError =>
  new AppError('service.unavailable', `${message} ${advice}`, {
    ...(dependency ? { dependency } : {}),
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

function* chain(error: unknown): Generator<Error> {
  let link = error;
  for (let depth = 0; link instanceof Error && depth < 8; depth++) {
    yield link;
    link = link.cause;
  }
}

// Checks shape and name: loading the libraries' classes takes half of the start time.
const isGrpcServiceError = (link: Error): link is Error & { code: number } =>
  'details' in link && typeof link.details === 'string' && 'metadata' in link && typeof link.metadata === 'object';

const INVALID_ARGUMENT = 3;

/** A Temporal that lost its data lacks our search attributes, until an operator registers them again. */
const lacksSearchAttributes = (link: Error & { code: number; details?: unknown }): boolean =>
  link.code === INVALID_ARGUMENT && /search attribute/i.test(String(link.details));

const isTemporalAway = (link: Error): boolean =>
  (isGrpcServiceError(link) && (GRPC_AWAY.has(link.code) || lacksSearchAttributes(link))) ||
  link.name === 'TimeoutFailure' ||
  link.name === 'WorkflowUpdateRPCTimeoutOrCancelledError';

const isApplicationFailure = (link: Error): link is ApplicationFailure => link.name === 'ApplicationFailure';

const fromFlow = (link: Error): AppError | undefined => {
  if (!isApplicationFailure(link) || !isErrorCode(link.type) || link.type === 'internal.unexpected') return undefined;
  const details = link.details?.[0];
  return new AppError(
    link.type,
    link.message,
    details !== null && typeof details === 'object' ? (details as Record<string, unknown>) : undefined,
  );
};

/** The expected error behind a thrown value; undefined: it is unexpected. */
export const expectedFailure = (error: unknown, advice = REPEAT): AppError | undefined => {
  for (const link of chain(error)) {
    if (link instanceof AppError) return link;
    const failure = fromFlow(link);
    if (failure) return failure;
    if (isTemporalAway(link)) return unavailable('The booking engine does not answer right now.', 'temporal', advice);
    if (isDatabaseAway(link)) return unavailable('The database does not answer right now.', 'database', advice);
  }
  return undefined;
};

import { isGrpcServiceError } from '@temporalio/client';
import { ApplicationFailure, TimeoutFailure } from '@temporalio/common';
import { AppError, isErrorCode } from '../schemas/errors.ts';
import { sqlState } from '../store/database.ts';

type Dependency = 'database' | 'temporal';

const RETRY_AFTER_SECONDS = 2;

/** Driver codes and SQLSTATEs (PostgreSQL, appendix A) that say "not now", not "wrong". */
const DATABASE_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  '57014', // statement_timeout
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '55P03', // lock_timeout
  '25P03', // idle_in_transaction_session_timeout
  '25006', // a replica during a failover
  '40001',
  '40P01',
]);

/** gRPC's own numbers for the same. */
const GRPC_AWAY = new Set([
  1, // CANCELLED
  4, // DEADLINE_EXCEEDED
  8, // RESOURCE_EXHAUSTED
  9, // FAILED_PRECONDITION: the worker of this flow has died or failed a few times in a row
  10, // ABORTED: the flow changed while the server asked it
  13, // INTERNAL: the stream was cut in the middle of an answer
  14, // UNAVAILABLE
]);

/** A 503 that says what is away and when to come back. */
export const unavailable = (message: string, dependency?: Dependency): AppError =>
  new AppError('service.unavailable', `${message} Repeat the same call in a moment; it does nothing twice.`, {
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

const isTemporalAway = (link: Error): boolean =>
  (isGrpcServiceError(link) && GRPC_AWAY.has(link.code)) ||
  link instanceof TimeoutFailure ||
  link.name === 'WorkflowUpdateRPCTimeoutOrCancelledError';

const fromFlow = (link: Error): AppError | undefined => {
  if (!(link instanceof ApplicationFailure) || !isErrorCode(link.type)) return undefined;
  const details = link.details?.[0];
  return new AppError(
    link.type,
    link.message,
    details !== null && typeof details === 'object' ? (details as Record<string, unknown>) : undefined,
  );
};

/** The expected error that a thrown thing stands for; undefined: nobody foresaw it. */
export const expectedFailure = (error: unknown): AppError | undefined => {
  for (const link of chain(error)) {
    if (link instanceof AppError) return link;
    const failure = fromFlow(link);
    if (failure) return failure;
    if (isTemporalAway(link)) return unavailable('The booking engine does not answer right now.', 'temporal');
    if (DATABASE_AWAY.has(sqlState(link) ?? ''))
      return unavailable('The database does not answer right now.', 'database');
  }
  return undefined;
};

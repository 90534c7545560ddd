import { z } from 'zod';

/** Every error code of the interface (spec, Errors) with the HTTP status that carries it. */
export const errorStatuses = {
  'request.invalid': 400,
  'auth.required': 401,
  'agent.intent.required': 401,
  'billing.upgrade_required': 402,
  'auth.forbidden': 403,
  'agent.principal.not_verified': 403,
  'agent.principal.revoked': 403,
  'agent.principal.key_mismatch': 403,
  'agent.principal.scope_missing': 403,
  'resource.not_found': 404,
  'resource.conflict': 409,
  'request.unprocessable': 422,
  'rate.limited': 429,
  'internal.unexpected': 500,
  'service.unavailable': 503,
} as const;

export type ErrorCode = keyof typeof errorStatuses;
/** Errors of a look-up by link or token. */
export const readErrors = [
  'request.invalid',
  'resource.not_found',
  'rate.limited',
  'service.unavailable',
] as const satisfies readonly ErrorCode[];

/** Errors of a change to a booking. */
export const changeErrors = [...readErrors, 'resource.conflict'] as const satisfies readonly ErrorCode[];

/** Errors of a call that takes a slot. */
export const claimErrors = [
  ...changeErrors,
  'billing.upgrade_required',
  'request.unprocessable',
] as const satisfies readonly ErrorCode[];

/** Errors of a link that acts: no page of another site may load it from inside. */
export const linkErrors = [...claimErrors, 'auth.forbidden'] as const satisfies readonly ErrorCode[];

/** Errors of every keyed operation. */
export const keyedReadErrors = [
  'request.invalid',
  'auth.required',
  'auth.forbidden',
  'resource.not_found',
  'rate.limited',
  'service.unavailable',
] as const satisfies readonly ErrorCode[];

/** Errors of a keyed operation that changes something. */
export const keyedWriteErrors = [
  ...keyedReadErrors,
  'billing.upgrade_required',
  'resource.conflict',
  'request.unprocessable',
] as const satisfies readonly ErrorCode[];

/** Errors of the header X-Svc-Agent-Intent, where an operation takes it; and of a person without an account. */
export const intentErrors = [
  'agent.intent.required',
  'agent.principal.not_verified',
  'agent.principal.revoked',
  'agent.principal.key_mismatch',
  'agent.principal.scope_missing',
  'request.unprocessable',
] as const satisfies readonly ErrorCode[];

export type ErrorDetails = Readonly<Record<string, unknown>>;

/** One of the two shapes of what is right instead (docs/decisions/api.md#unknown-arguments): the other is `alternatives`. */
const DidYouMean = z
  .array(z.string())
  .optional()
  .describe('Names or values to send in place of the wrong one, the nearest first.');

const Issue = z
  .object({
    path: z.string().describe('The field, dotted; empty: the call itself.'),
    message: z.string().describe('What is wrong, and how to right it.'),
    didYouMean: DidYouMean,
  })
  .meta({ id: 'ApiIssue' });

/** The answer of every failed call, on every surface (spec, ApiError). `details.reason` is a stable lower_snake word. */
export const ErrorEnvelope = z
  .object({
    error: z
      .object({
        code: z.string().describe('Stable machine-readable code.'),
        message: z.string().describe('For people, and for the agent that must repair its call.'),
        details: z
          .looseObject({
            reason: z.string().optional().describe('A stable lower_snake word.'),
            issues: z.array(Issue).optional().describe('Of a 400: each field and the rule it broke.'),
            didYouMean: DidYouMean,
            alternatives: z
              .array(z.looseObject({}))
              .optional()
              .describe(
                'What can be sent instead, the nearest first: open starts (send startUtc), readings of words (send when) or of a local time (send local).',
              ),
          })
          .optional()
          .describe('What is needed to repair the call.'),
      })
      .describe('The error.'),
  })
  .meta({ id: 'ApiError' });

export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;

/** An expected failure. Only `api/rest/rest.ts`, `api/mcp/mcp.ts` and the pages turn it into an answer. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;

  constructor(code: ErrorCode, message: string, details?: ErrorDetails) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

/** True for a code of the table; errors that crossed Temporal carry theirs as text. */
export const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && code in errorStatuses;

/** One issue of a 400: the path of the field, dotted, and the rule it broke. */
export interface FieldIssue {
  readonly path: string;
  readonly message: string;
  /** The nearest names, or values, that are taken there, if any is near. */
  readonly didYouMean?: readonly string[];
}

/** A 400 that names each field and its rule. */
export const invalid = (issues: readonly FieldIssue[]): AppError =>
  new AppError(
    'request.invalid',
    `Invalid request: ${issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ')}`,
    { issues },
  );

import type { ErrorCode, ErrorEnvelope } from '../schemas/errors.ts';

/** Exit codes, for scripts (docs/cli.md). */
export const EXIT = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  notAllowed: 3,
  notFound: 4,
  conflict: 5,
  unprocessable: 6,
  rateLimited: 7,
  unavailable: 8,
} as const;

const BY_CODE = {
  'request.invalid': EXIT.usage,
  'auth.required': EXIT.notAllowed,
  'auth.forbidden': EXIT.notAllowed,
  'agent.intent.required': EXIT.notAllowed,
  'agent.principal.not_verified': EXIT.notAllowed,
  'agent.principal.revoked': EXIT.notAllowed,
  'agent.principal.key_mismatch': EXIT.notAllowed,
  'agent.principal.scope_missing': EXIT.notAllowed,
  'billing.upgrade_required': EXIT.notAllowed,
  'resource.not_found': EXIT.notFound,
  'resource.conflict': EXIT.conflict,
  'request.unprocessable': EXIT.unprocessable,
  'rate.limited': EXIT.rateLimited,
  'internal.unexpected': EXIT.unexpected,
  'service.unavailable': EXIT.unavailable,
} as const satisfies Record<ErrorCode, number>;

/** Codes of the client, and of later versions, are none of the API's. */
const exitOf = (code: string): number => (BY_CODE as Readonly<Record<string, number>>)[code] ?? EXIT.unexpected;

/** An error that ends the command. Errors of the API keep their envelope. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: number;
  readonly envelope: ErrorEnvelope;
  /** The message in the words of the command that was typed; programs get the envelope. */
  forPeople: string;

  constructor(envelope: ErrorEnvelope, exitCode = exitOf(envelope.error.code)) {
    super(envelope.error.message);
    this.envelope = envelope;
    this.forPeople = envelope.error.message;
    this.exitCode = exitCode;
  }
}

/** Whether an error ends the command with one of these codes. */
export const hasExit = (error: unknown, ...codes: readonly number[]): boolean =>
  error instanceof CliError && codes.includes(error.exitCode);

/** The command was typed wrong. */
export const usageError = (message: string): CliError =>
  new CliError({ error: { code: 'request.invalid', message } }, EXIT.usage);

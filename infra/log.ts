import { format } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Removed from every line, down to three levels. */
const SECRET_FIELDS = [
  ...[
    'authorization',
    'cookie',
    'password',
    'secret',
    'secretKey',
    'apiKey',
    'token',
    'manageToken',
    'intentToken',
    'intent',
  ],
  ...[
    'code',
    'email',
    'guestEmail',
    'agentEmail',
    'prospectEmail',
    'claimSentTo',
    'pollToken',
    'to',
    'query',
    'url',
    'databaseUrl',
  ],
];
const REDACTED = '[redacted]';
const STACK_LINES = 12;

/**
 * The log of a process: JSON lines in production, readable lines in local mode.
 * @param part `api` or `worker`.
 */
export function createLog(
  config: Pick<Config, 'mode' | 'logLevel'>,
  part: string,
  destination: DestinationStream = process.stdout,
): Logger {
  const options = {
    level: config.logLevel,
    base: { part },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeFailure, error: describeFailure },
    redact: {
      paths: ['', '*.', '*.*.'].flatMap((depth) => SECRET_FIELDS.map((field) => depth + field)),
      censor: censored,
    },
  };
  return pino(options, config.mode === 'local' ? readable(destination) : destination);
}

const CONSOLE = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error' } as const;

/**
 * What libraries write to the console becomes lines of the log: oidc-provider, for one, says so if the version of Node is not its own.
 * Their texts are kept, their objects are not. For a process that has no other use of the console.
 */
export function takeConsole(log: Logger, taken: Pick<Console, keyof typeof CONSOLE> = globalThis.console): void {
  for (const [method, level] of Object.entries(CONSOLE))
    taken[method as keyof typeof CONSOLE] = (...parts: unknown[]) =>
      log[level]({ from: 'console' }, format(...parts.map(kindOfObject)));
}

/** Objects and errors may hold anything. */
const kindOfObject = (part: unknown): unknown =>
  typeof part === 'object' && part !== null ? `[${part.constructor?.name ?? 'Object'}]` : part;

/** Errors have a `code` too. Mailed ones are six digits, or eight letters in two halves or in one. */
const MAILED_CODE = /^(?:\d{6}|[bcdfghjklmnpqrstvwxz]{4}[\s-]?[bcdfghjklmnpqrstvwxz]{4})$/i;

const censored = (value: unknown, path: string[]): unknown =>
  path.at(-1) === 'code' && !MAILED_CODE.test(String(value)) ? value : REDACTED;

/** Name, code and place of an error. Messages of PostgreSQL (five-character codes) quote values, so they are left out. */
function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : undefined;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const isSql = code !== undefined && /^[0-9A-Z]{5}$/.test(code);
  return {
    type: error.name,
    ...(code !== undefined && { code }),
    ...(!isSql && { message: error.message }),
    stack: frames.slice(0, STACK_LINES).join('\n'),
  };
}

interface Line {
  readonly level: string;
  readonly time: string;
  readonly msg?: string;
  readonly err?: Record<string, unknown>;
  readonly [field: string]: unknown;
}

/** `12:30:05 info  call operation=slots status=200 ms=3.1`, and the stack of an error below it. */
export function readableLine(json: string): string {
  const { level, time, msg, part: _part, err, ...fields } = JSON.parse(json) as Line;
  const { stack, ...failure } = err ?? {};
  const shown = Object.entries(err ? { ...fields, err: failure } : fields).map(
    ([name, value]) => `${name}=${asText(value)}`,
  );
  const line = `${time.slice(11, 19)} ${level.padEnd(5)} ${[msg ?? '', ...shown].join(' ')}\n`;
  return typeof stack === 'string' && stack !== '' ? `${line}${stack}\n` : line;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const readable = (destination: DestinationStream): DestinationStream => ({
  write: (json) => destination.write(readableLine(json)),
});

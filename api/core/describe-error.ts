import { sqlState } from '../../store/database.ts';

const SHORTEST_SECRET = 4;

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value !== null && typeof value === 'object') for (const part of Object.values(value)) yield* textsIn(part);
}

const withoutInput = (text: string, input: unknown): string => {
  const secrets = [...textsIn(input)].filter((value) => value.length >= SHORTEST_SECRET);
  // Longest first: if one text contains another, remove all of it.
  secrets.sort((one, other) => other.length - one.length);
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '[input]'), text);
};

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

import { sqlState } from '../../store/database.ts';

const SHORTEST_SECRET = 4;

/** Longer messages quote their input, as a rule. They are not shown: so the work for one error is bounded. */
const LONGEST_MESSAGE = 2_000;

/** All texts in a value that are short enough to be in a message, each once. Not recursive: a caller decides how deep its input is. */
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

/** Replaces all that a caller sent. Linear in the size of the input: a long message is left out, and each text is looked for once. */
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

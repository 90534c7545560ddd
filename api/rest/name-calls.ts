import type { Operation } from '../../schemas/operation.ts';
import { Rendered } from '../core/answer.ts';
import type { Caller, Outcome } from '../core/call.ts';
import type { CallNames } from '../core/tools.ts';

/** Fields of answers in which we say what to do next. */
const WORDS = ['instructions', 'message', 'notice'] as const;

/**
 * An outcome as a caller of REST reads it: its words name operations by method and path. Callers of `execute` run tools, and our
 * pages have words of their own: both get it as it is.
 */
export function nameCalls(
  callNames: CallNames,
  { runsTools }: Pick<Operation, 'runsTools'>,
  { source }: Caller,
  outcome: Outcome,
): Outcome {
  if (source !== 'host_api' || runsTools) return outcome;
  if (outcome.ok) return { ...outcome, output: inAnswer(callNames, outcome.output) };
  const { error } = outcome.envelope;
  return { ...outcome, envelope: { error: { ...error, message: callNames(error.message) } } };
}

function inAnswer(callNames: CallNames, output: unknown): unknown {
  if (output === null || typeof output !== 'object' || output instanceof Rendered) return output;
  const said = WORDS.flatMap((name) => {
    const text: unknown = Reflect.get(output, name);
    return typeof text === 'string' ? [[name, callNames(text)] as const] : [];
  });
  return said.length === 0 ? output : { ...output, ...Object.fromEntries(said) };
}

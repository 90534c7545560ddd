import type { ConditionalLogic, FormField } from '../../schemas/shapes/forms.ts';

/** A question of a form, as far as it says when it is asked. */
type Conditioned = Pick<FormField, 'key' | 'conditionalLogic'>;

/**
 * Which answer each answer follows: that of the question on whose answer its own question depends ("Which one?" follows "Do you use another
 * tool?"). Of several, the one that was answered last.
 *
 * @param keys of the answers, in the order of the form
 * @returns by the key of the answer that follows; no entry: it follows none
 */
export function followedAnswers(fields: readonly Conditioned[], keys: readonly string[]): ReadonlyMap<string, string> {
  const logicOf = new Map(fields.map(({ key, conditionalLogic }) => [key, conditionalLogic]));
  const followed = new Map<string, string>();
  keys.forEach((key, at) => {
    const asks = new Set(comparedKeys(logicOf.get(key)));
    const parent = keys.slice(0, at).findLast((earlier) => asks.has(earlier));
    if (parent !== undefined) followed.set(key, parent);
  });
  return followed;
}

const comparedKeys = ({ all = [], any = [] }: ConditionalLogic = {}): string[] =>
  [...all, ...any].map(({ key }) => key);

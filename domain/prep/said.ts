import { E164 } from '../forms/text-limits.ts';
import { saysSomething } from './answer-fit.ts';
import { type AnswerTopic, isSaid, personPlaces, type StatedReason, topicAnswers } from './answer-topics.ts';
import type { PackInput } from './pack-input.ts';

/** An answer as a pack shows it. */
export interface Said {
  readonly answer: PackInput['answers'][number];
  /** Its place among all answers, from 0. */
  readonly at: number;
  readonly isReason: boolean;
}

/** What helps a host most comes first; null: an answer to a question of no topic. */
const WORTH: readonly (AnswerTopic | null)[] = [
  ...([
    'problem',
    'goal',
    'process',
    'volume',
    'timeline',
    'budget',
    'decision',
    null,
    'users',
    'tools',
    'data',
  ] as const),
];

/**
 * The guest's answers, why they come first, then by worth: who has room for three shows the best three. Last are those that say nothing ("No"),
 * and what stands elsewhere in a pack: their job, their profile, their number. No answer is left out: which is which is told by rule, and rules err.
 */
export function inTheirWords(answers: PackInput['answers'], reason: StatedReason | null): Said[] {
  const topics = new Map(topicAnswers(answers).map(({ at, topic }) => [at, topic]));
  const { titleAt, linkedinAt } = personPlaces(answers);
  const rank = ({ answer: { display }, at, isReason }: Said): number => {
    if (isReason) return -1;
    const last = E164.test(display) || at === titleAt || at === linkedinAt ? 2 : saysSomething(display) ? 0 : 1;
    return last * WORTH.length + WORTH.indexOf(topics.get(at) ?? null);
  };
  return answers
    .map((answer, at) => ({ answer, at, isReason: at === reason?.at }))
    .filter(({ answer }) => isSaid(answer.display))
    .sort((one, other) => rank(one) - rank(other));
}

import type { AnswerTopic } from '../../schemas/shapes/enrichment-record.ts';
import { E164 } from '../forms/text-limits.ts';
import { saysSomething } from './answer-fit.ts';
import { isSaid, personPlaces, type StatedReason, topicAnswers } from './answer-topics.ts';
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
 * and what stands elsewhere in a pack: their job, their profile, their number. An answer stands directly after the one that its question depends on
 * ("Which one?"), and both as high as the better of them, unless it is why they come. No answer is left out: which is which is told by rule, and rules err.
 */
export function inTheirWords(answers: PackInput['answers'], reason: StatedReason | null): Said[] {
  const rankOf = rankBy(answers);
  const said = answers
    .map((answer, at) => ({ answer, at, isReason: at === reason?.at }))
    .filter(({ answer }) => isSaid(answer.display));
  const below = new Map<Said | null, Said[]>([[null, []], ...said.map((one): [Said, Said[]] => [one, []])]);
  for (const one of said) below.get(parentOf(one, said))?.push(one);
  const inOrder = (ones: readonly Said[]): Ranked[] =>
    ones.map((one) => withFollowers(one)).sort((one, other) => one.rank - other.rank);
  const withFollowers = (one: Said): Ranked => {
    const followers = inOrder(below.get(one) ?? []);
    return {
      rank: Math.min(rankOf(one), ...followers.map(({ rank }) => rank)),
      said: [one, ...followers.flatMap(saidOf)],
    };
  };
  return inOrder(below.get(null) ?? []).flatMap(saidOf);
}

/** An answer with those that follow it, in order, and the rank of the best of them. */
interface Ranked {
  readonly rank: number;
  readonly said: readonly Said[];
}

const saidOf = ({ said }: Ranked): readonly Said[] => said;

/** Only an earlier answer is followed: answers never follow in a circle. */
const parentOf = ({ answer, at, isReason }: Said, said: readonly Said[]): Said | null =>
  (isReason ? undefined : said.find((other) => other.at < at && other.answer.key === answer.follows)) ?? null;

/** The place of an answer among others, if none followed another. The lowest comes first. */
function rankBy(answers: PackInput['answers']): (said: Said) => number {
  const topics = new Map(topicAnswers(answers).map(({ at, topic }) => [at, topic]));
  const { titleAt, linkedinAt } = personPlaces(answers);
  return ({ answer: { display }, at, isReason }) => {
    if (isReason) return -1;
    const last = E164.test(display) || at === titleAt || at === linkedinAt ? 2 : saysSomething(display) ? 0 : 1;
    return last * WORTH.length + WORTH.indexOf(topics.get(at) ?? null);
  };
}

import type { AnswerTopic } from '../../schemas/shapes/enrichment-record.ts';
import type { HostPrepPack } from '../../schemas/shapes/prep-pack.ts';
import type { PrepTemplateData } from '../../schemas/shapes/prep-template.ts';
import { type AnswerFit, fitOf } from './answer-fit.ts';
import { type StatedReason, topicAnswers } from './answer-topics.ts';
import type { PackInput } from './pack-input.ts';

/** What a host says in place of a form's question, which nobody can say: after "You wrote about …". */
const TOPIC_WORDS: Readonly<Record<AnswerTopic, string>> = {
  process: 'how you work today',
  problem: 'what is hard today',
  volume: 'your numbers',
  goal: 'your goal',
  timeline: 'your timing',
  budget: 'your budget',
  decision: 'how this is decided',
  users: 'the people who take part',
  tools: 'what you use today',
  data: 'your data',
};

export type Intent = HostPrepPack['questions'][number]['intent'];
type Starter = PrepTemplateData['questions'][number];
export interface Question {
  readonly text: string;
  readonly intent: Intent;
  readonly isOfResearch?: true;
  /** The answer on which it builds: its place among all, from 0. */
  readonly about?: number;
}

const FEWEST = 6;
/** Fewer are never asked, even if no answer leaves room for them. */
const LEAST = 5;
/** More are not asked in a meeting. Settings refuse more texts of a host than this. */
export const MOST_QUESTIONS = 8;
const MOST_FOLLOW_UPS = 3;

export const INTENT_OF: Readonly<Record<AnswerTopic, Intent>> = {
  process: 'process_walkthrough',
  problem: 'where_it_breaks',
  volume: 'success_number',
  goal: 'continue_if_hit',
  timeline: 'narrow_pilot',
  budget: 'approval_owners',
  decision: 'approval_owners',
  users: 'output_users_format',
  tools: 'data_sources',
  data: 'data_sources',
};

/** A text that says what an answer is about. */
export const withTopic = (text: string, topic: AnswerTopic): string => text.replace('{topic}', TOPIC_WORDS[topic]);

interface Answered {
  readonly at: number;
  readonly topic: AnswerTopic;
  readonly fit: AnswerFit;
}
/** Which of several answers to questions of one intent counts. */
const FITS: readonly AnswerFit[] = ['alone', 'builds', 'none', 'unclear'];

/** What the form asked already, by intent. */
function answeredIntents(answers: PackInput['answers'], reason: StatedReason | null): Map<Intent, Answered> {
  const answered = new Map<Intent, Answered>();
  for (const { topic, at, value } of topicAnswers(answers)) {
    const intent = INTENT_OF[topic];
    const now = { at, topic, fit: fitOf(topic, value) };
    if (reason?.topic === null && reason.at === at) continue;
    const before = answered.get(intent);
    if (!before || FITS.indexOf(now.fit) < FITS.indexOf(before.fit)) answered.set(intent, now);
  }
  return answered;
}

/** What answers leave to ask; null: nothing. */
function textAfter(
  { text, ifAnswered, ifAlone, ifReason }: Starter,
  answer: Answered | undefined,
  reason: StatedReason | null,
): string | null {
  const plain = reason === null ? text : (ifReason ?? text);
  switch (answer?.fit) {
    case 'alone':
      return ifAlone ?? null;
    case 'none':
      return null;
    case 'builds':
      return ifAnswered ? withTopic(ifAnswered, answer.topic) : plain;
    default:
      return plain;
  }
}

interface Around {
  readonly before: readonly Question[];
  readonly reason: StatedReason | null;
}

/** The template's, in its order: follow-ups of answers, and the best ranked of the others until there are enough. */
export function starterQuestions(input: PackInput, template: PrepTemplateData, { before, reason }: Around): Question[] {
  const answered = answeredIntents(input.answers, reason);
  const asked = new Set(before.filter(({ intent }) => intent !== 'contextual_question').map(({ intent }) => intent));
  const byRank = template.questions
    .filter(({ intent }) => !asked.has(intent))
    .sort((one, other) => one.rank - other.rank);
  const textOf = (starter: Starter) => textAfter(starter, answered.get(starter.intent), reason);
  const open = byRank.filter((starter) => textOf(starter) !== null);
  const isFollowUp = ({ intent, ifAnswered }: Starter) => answered.get(intent)?.fit === 'builds' && Boolean(ifAnswered);
  const followUps = open.filter(isFollowUp).slice(0, MOST_FOLLOW_UPS);
  const others = open.filter(({ intent }) => !answered.has(intent));
  const room = Math.max(
    0,
    Math.min(MOST_QUESTIONS, Math.max(FEWEST, before.length + followUps.length + 2)) - before.length,
  );
  const inTurn = [...new Set([...followUps, ...others, ...open])].slice(0, room);
  // A form that was answered with "no" throughout leaves too few.
  const chosen = new Set([
    ...inTurn,
    ...byRank.filter((starter) => !open.includes(starter)).slice(0, Math.max(0, LEAST - before.length - inTurn.length)),
  ]);
  return template.questions
    .filter((question) => chosen.has(question))
    .map((starter): Question => {
      const question = { intent: starter.intent, text: textOf(starter) ?? starter.text };
      const answer = isFollowUp(starter) ? answered.get(starter.intent) : undefined;
      return answer ? { ...question, about: answer.at } : question;
    });
}

import type { AnswerTopic } from '../../schemas/shapes/enrichment-record.ts';

/** What a host says in place of a form's question, which nobody can say: after "You wrote about …". */
export const TOPIC_WORDS: Readonly<Record<AnswerTopic, string>> = {
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

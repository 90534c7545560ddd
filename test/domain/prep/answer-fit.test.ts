import { expect, it } from 'vitest';
import { type AnswerFit, fitOf } from '../../../domain/prep/answer-fit.ts';
import type { AnswerTopic } from '../../../schemas/shapes/enrichment-record.ts';

it.each<[AnswerTopic, string, AnswerFit]>([
  ['users', 'Just me', 'alone'],
  ['users', 'nur ich', 'alone'],
  ['users', 'The whole sales team', 'builds'],
  ['decision', 'Nobody else.', 'alone'],
  ['decision', 'My boss and I', 'builds'],
  ['tools', 'None yet', 'none'],
  ['tools', 'keine', 'none'],
  ['tools', 'no code tools and Notion', 'builds'],
  ['problem', 'no code', 'builds'],
  ['problem', 'No clear owner', 'builds'],
  ['problem', 'nothing works', 'builds'],
  ['problem', 'No', 'none'],
  ['volume', 'about 40 a month', 'builds'],
  ['volume', 'it depends', 'unclear'],
  ['volume', 'plenty', 'unclear'],
  ['timeline', 'by March', 'builds'],
  ['timeline', 'in drei Jahren', 'builds'],
  ['timeline', 'marketing decides', 'unclear'],
  ['timeline', 'maybe later', 'unclear'],
  ['timeline', 'no deadline', 'none'],
  ['budget', 'not sure yet', 'unclear'],
  ['goal', '???', 'unclear'],
])('%s: “%s” is %s', (topic, answer, fit) => {
  expect(fitOf(topic, answer)).toBe(fit);
});

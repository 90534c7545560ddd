import type { HostPrepPack } from '../../schemas/shapes/prep.ts';
import type { PrepTemplateData } from '../../schemas/shapes/prep-template.ts';
import type { AnswerTopic } from './answer-topics.ts';
import { answeredTopics, topicOf } from './answer-topics.ts';
import type { CompanyFacts } from './company-facts.ts';
import { SIGN_NAMES } from './dns-signs.ts';
import { dayInWords, daysBefore } from './pack-days.ts';
import type { HostTexts, PackInput } from './pack-input.ts';
import { cleaned } from './pack-words.ts';

type Intent = HostPrepPack['questions'][number]['intent'];
type HostQuestion = NonNullable<HostTexts['questions']>[number];
type Question = { readonly text: string; readonly intent: Intent; readonly isOfResearch?: true };
export interface Questions {
  readonly questions: HostPrepPack['questions'];
  readonly questionsSource: NonNullable<HostPrepPack['modelMeta']['questionsSource']>;
}

const FEWEST = 6;
/** More are not asked in a meeting. Settings refuse more texts of a host than this. */
export const MOST_QUESTIONS = 8;
const MOST_CONTEXTUAL = 2;
const MOST_FOLLOW_UPS = 3;
/** So many of the template's come before what a look-up suggests: nobody opens with their guest's tools. */
const WARM_UP = 2;
/** A domain younger than this is worth a question. */
export const NEW_DOMAIN_DAYS = 180;

const INTENT_OF: Readonly<Record<AnswerTopic, Intent>> = {
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

/**
 * Five to eight questions: the host's own, what the last meeting asks for, then the template's, with what the company's facts
 * support in between. What the form asked already is not asked again: the template's follow-up takes its place. No
 * question holds words of the guest or a site.
 */
export function questionsFor(input: PackInput, template: PrepTemplateData, company: CompanyFacts | null): Questions {
  const own = unique((input.texts.questions ?? []).map(hostQuestion)).slice(0, MOST_QUESTIONS);
  const first = [...own, ...historyQuestions(input, template)];
  const research = researchQuestions(input, template, company).slice(0, MOST_CONTEXTUAL - (first.length - own.length));
  const starters = starterQuestions(input, template, [...first, ...research]);
  const inOrder = [...first, ...starters.slice(0, WARM_UP), ...research, ...starters.slice(WARM_UP)];
  const questions = unique(inOrder).slice(0, MOST_QUESTIONS);
  const isOfResearch = questions.some((question) => question.isOfResearch);
  return {
    questions: questions.map(({ text, intent }, index) => ({ n: index + 1, text, intent })),
    questionsSource: isOfResearch ? (input.lookUp.isStale ? 'stale_research' : 'research') : 'starter',
  };
}

function hostQuestion({ text, intent }: HostQuestion): Question {
  const topic = topicOf(text);
  return { text: cleaned(text, 200), intent: intent ?? (topic ? INTENT_OF[topic] : 'process_walkthrough') };
}

function historyQuestions({ history, hostTimezone }: PackInput, { contextual }: PrepTemplateData): Question[] {
  const { lastMetAtMs } = history;
  const when = lastMetAtMs === null ? null : dayInWords(lastMetAtMs, hostTimezone);
  if (when !== null) return [inContext(contextual.metBefore.replace('{when}', when))];
  return history.noShows > 0 ? [inContext(contextual.missedBefore)] : [];
}

const inContext = (text: string): Question => ({ text, intent: 'contextual_question' });

function researchQuestions(
  { startMs }: PackInput,
  { contextual }: PrepTemplateData,
  company: CompanyFacts | null,
): Question[] {
  if (company === null || company.looksParked) return [];
  const texts: string[] = [];
  if (company.leadsTo !== null) texts.push(contextual.leadsTo);
  const age = company.registeredOn === null ? null : daysBefore(company.registeredOn, startMs);
  if (age !== null && age < NEW_DOMAIN_DAYS) texts.push(contextual.newDomain);
  const tools = company.tools.filter((name) => SIGN_NAMES.has(name)).slice(0, 2);
  if (tools.length > 0) texts.push(contextual.tools.replace('{tools}', tools.join(' and ')));
  return texts.map((text) => ({ ...inContext(text), isOfResearch: true }));
}

/** The template's, in its order: follow-ups of answers, and the best ranked of the others until there are enough. */
function starterQuestions(input: PackInput, template: PrepTemplateData, before: readonly Question[]): Question[] {
  const labelOf = new Map<Intent, string>();
  for (const { topic, label } of answeredTopics(input.answers)) {
    if (!labelOf.has(INTENT_OF[topic])) labelOf.set(INTENT_OF[topic], cleaned(label, 80));
  }
  const asked = new Set(before.filter(({ intent }) => intent !== 'contextual_question').map(({ intent }) => intent));
  const open = template.questions.filter(({ intent }) => !asked.has(intent));
  const byRank = [...open].sort((one, other) => one.rank - other.rank);
  const followUps = byRank
    .filter(({ intent, ifAnswered }) => ifAnswered && labelOf.has(intent))
    .slice(0, MOST_FOLLOW_UPS);
  const answeredIntents = new Set(labelOf.keys());
  const others = byRank.filter(({ intent }) => !answeredIntents.has(intent));
  const later = byRank.filter(({ intent }) => answeredIntents.has(intent));
  const room = Math.max(
    0,
    Math.min(MOST_QUESTIONS, Math.max(FEWEST, before.length + followUps.length + 2)) - before.length,
  );
  const chosen = new Set([...new Set([...followUps, ...others, ...later])].slice(0, room));
  return template.questions
    .filter((question) => chosen.has(question))
    .map(({ intent, text, ifAnswered }) => {
      const label = labelOf.get(intent);
      return { intent, text: label && ifAnswered ? ifAnswered.replace('{label}', () => label) : text };
    });
}

/** Without those that ask the same in other letters. */
function unique(questions: readonly Question[]): Question[] {
  const seen = new Set<string>();
  return questions.filter(({ text }) => {
    const words = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    return words !== '' && !seen.has(words) && seen.add(words);
  });
}

import type { HostPrepPack } from '../../schemas/shapes/prep-pack.ts';
import type { PrepTemplateData } from '../../schemas/shapes/prep-template.ts';
import { fitOf } from './answer-fit.ts';
import { personAnswers, type StatedReason, statedReason, topicAnswers, topicOf } from './answer-topics.ts';
import type { CompanyFacts } from './company-facts.ts';
import { inKind, isSpecial, type KindWords } from './company-kind.ts';
import { dayInWords, daysBefore } from './pack-days.ts';
import type { HostTexts, PackInput } from './pack-input.ts';
import { cleaned } from './pack-words.ts';
import { INTENT_OF, MOST_QUESTIONS, type Question, starterQuestions, withTopic } from './starter-questions.ts';
import { toolsThatMatter } from './tool-kinds.ts';

type HostQuestion = NonNullable<HostTexts['questions']>[number];
export interface Questions {
  /** `about`: the answer on which it builds, by its place among all. */
  readonly questions: readonly (Omit<HostPrepPack['questions'][number], 'answer'> & {
    readonly about: number | null;
  })[];
  readonly questionsSource: NonNullable<HostPrepPack['modelMeta']['questionsSource']>;
  /** Why the guest comes; null: they did not say. */
  readonly reason: StatedReason | null;
}

const MOST_CONTEXTUAL = 2;
/** So many of the template's come before what a look-up suggests: nobody opens with their guest's tools. */
const WARM_UP = 2;
/** A domain younger than this is worth a question. */
export const NEW_DOMAIN_DAYS = 180;

/**
 * Five to eight questions: the host's own, why the guest comes, what the last meeting asks for, then the template's, with what the company's
 * facts support in between. What the form asked already is not asked again: the template's follow-up takes its place, if the answer is one that
 * it can build on. No question holds words of the guest or a site.
 */
export function questionsFor(
  input: PackInput,
  template: PrepTemplateData,
  { company, kind }: { readonly company: CompanyFacts | null; readonly kind: KindWords },
): Questions {
  const own = unique((input.texts.questions ?? []).map(hostQuestion)).slice(0, MOST_QUESTIONS);
  const reason = statedReason(input.answers);
  const first = [...own, ...reasonQuestion(reason, template, own), ...historyQuestions(input, template)];
  const ofFacts = [...researchQuestions(input, template, company), ...unknownWork(input, template, { company, kind })];
  const research = ofFacts.slice(0, Math.max(0, MOST_CONTEXTUAL - historyQuestions(input, template).length));
  const starters = starterQuestions(input, template, { before: [...first, ...research], reason });
  const inOrder = [...first, ...starters.slice(0, WARM_UP), ...research, ...starters.slice(WARM_UP)];
  const questions = unique(inOrder).slice(0, MOST_QUESTIONS);
  const isOfResearch = questions.some((question) => question.isOfResearch);
  return {
    questions: questions.map(({ text, intent, about = null }, index) => ({
      ...{ n: index + 1, text: inKind(text, kind), intent, about },
    })),
    questionsSource: isOfResearch ? (input.lookUp.isStale ? 'stale_research' : 'research') : 'starter',
    reason,
  };
}

/** What they come for is asked about first, in words that fit any answer: nobody but the host understands it. */
function reasonQuestion(
  reason: StatedReason | null,
  { questions, contextual }: PrepTemplateData,
  own: readonly Question[],
): Question[] {
  if (reason === null) return [];
  // Nobody opens with what comes after the goal: that follow-up has its own place.
  const followUp =
    reason.topic === 'problem' ? questions.find(({ intent }) => intent === INTENT_OF.problem)?.ifAnswered : undefined;
  if (reason.topic === null || followUp === undefined)
    return [{ text: contextual.reason, intent: 'contextual_question', about: reason.at }];
  if (own.some((question) => question.intent === INTENT_OF.problem)) return [];
  return [{ text: withTopic(followUp, 'problem'), intent: INTENT_OF.problem, about: reason.at }];
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
  { startMs, answers }: PackInput,
  { contextual }: PrepTemplateData,
  company: CompanyFacts | null,
): Question[] {
  if (company === null || company.looksParked) return [];
  const texts: string[] = [];
  if (company.leadsTo !== null) texts.push(contextual.leadsTo);
  const age = company.registeredOn === null ? null : daysBefore(company.registeredOn, startMs);
  if (age !== null && age < NEW_DOMAIN_DAYS) texts.push(contextual.newDomain);
  // Who wrote which tools they use is not asked about those that their records name.
  const isTold = topicAnswers(answers).some(
    ({ topic, value }) => topic === 'tools' && fitOf(topic, value) === 'builds',
  );
  const tools = isTold || !contextual.tools ? [] : toolsThatMatter(company.tools, contextual.tools.kinds);
  if (contextual.tools && tools.length > 0) texts.push(contextual.tools.text.replace('{tools}', tools.join(' and ')));
  return texts.map((text) => ({ ...inContext(text), isOfResearch: true }));
}

/**
 * A first meeting, of which neither a site nor the guest says what they do. If the host knows the place by its name, or our look-up did not get
 * to read it, they are asked for their own part alone, unless they wrote their job.
 */
function unknownWork(
  { history, answers, lookUp }: PackInput,
  { contextual }: PrepTemplateData,
  { company, kind }: { readonly company: CompanyFacts | null; readonly kind: KindWords },
): Question[] {
  if (company === null || company.oneLiner !== null || history.completed > 0) return [];
  const { site, added = {} } = lookUp.facts ?? {};
  const isUnread = site?.outcome === 'failed' && site.reason !== 'not_found' && site.reason !== 'no_page';
  const isKnown = isUnread || isSpecial(kind) || company.name !== null || company.industry !== null;
  const isDescribed = Object.values(added).some(({ outcome }) => outcome === 'found');
  if (isDescribed || (isKnown && personAnswers(answers).title !== null)) return [];
  const text = isKnown ? contextual.ownWork : contextual.unknownWork;
  return text === undefined ? [] : [inContext(text)];
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

import type { AnswerTopic } from '../../schemas/shapes/enrichment-record.ts';
import { saysSomething } from './answer-fit.ts';
import type { EnrichmentParts, PackInput } from './pack-input.ts';
import { cleaned } from './pack-words.ts';
import { REASON_QUESTIONS, type ReasonQuestion, reasonRow } from './reason-questions.ts';

type Answered = NonNullable<EnrichmentParts['conversationSignals']>['answered'][number];

/** By the words of a question, never of its answer: the host wrote the question. The first match counts. */
const TOPICS: readonly (readonly [AnswerTopic, RegExp])[] = [
  ['budget', /\b(?:budget|price range|(?:want|able|plan|ready|willing) to spend|spend (?:on|for)|preis|kosten)/iu],
  [
    'timeline',
    /\b(?:timeline|deadline|when do you (?:want|need|plan|hope)|start date|by when|how soon|zeitplan|bis wann|wann (?:soll|woll|möcht|brauch)|starttermin)/iu,
  ],
  ['decision', /\b(?:decision|decide|approv(?!e the)|sign[- ]?off|stakeholder|entscheid|freigabe)/iu],
  [
    'volume',
    /\b(?:volume|how many|how much|number of|amount|per (?:day|week|month|year)|a month|wie viele?|menge|anzahl)/iu,
  ],
  ['users', /\b(?:users?|who will use|audience|nutzer)/iu],
  ['tools', /\b(?:tools?|software|system|stack|crm|currently us(?:e|ing)|werkzeug|programme? (?:nutz|verwend|setz))/iu],
  [
    'data',
    /\b(?:data(?! (?:protection|privacy|processing|may|will))|source (?:data|files?)|(?:which|what|where)\b.{0,20}\bfiles|spreadsheets?|daten(?!schutz)|quellen)/iu,
  ],
  ['goal', /\b(?:goals?|success|outcome|hope to|want to (?:get|achieve|discuss|talk)|ziele?|erfolg|erwart)/iu],
  [
    'problem',
    /\b(?:problems?|challenges?|pain|struggl|issues?|stuck|help (?:you )?with|herausforderung|schwierig|anliegen)/iu,
  ],
  [
    'process',
    /\b(?:process|workflow|how (?:do|are) you (?:currently |now )?(?:do|doing|handl|manag|run|track|mak|work|solv|deal|creat|schedul)|how\b.{0,60}\btoday|ablauf|prozess|heute)/iu,
  ],
];

/** How many people: those who take part, unless a whole company or team is counted, which is no topic of a question. */
const PEOPLE =
  /\b(?:how many|number of|wie viele?|anzahl)\b.{0,20}\b(?:people|persons?|users?|colleagues|seats|nutzer|personen|leute)/iu;
const COMPANY_SIZE =
  /\b(?:employees|headcount|company size|size of (?:your|the) company|mitarbeiter|firmengröße|how many\b.{0,30}\bin (?:your|the) (?:firm|company|practice|course|class|department|school|organi[sz]ation))/iu;
/** Who is in a team need not take part. How many of the team will is another question. */
const TEAM_SIZE =
  /\b(?:team size|size of (?:your|the) team|how (?:big|large) is (?:your|the) team|how many\b.{0,30}\b(?:in|on) (?:your|the) team\b(?! (?:will|would|need|use|take|join|attend))|teamgröße|wie groß ist (?:das|dein|euer|ihr) team)/iu;

/** Questions about the guest's case or the form itself: no follow-up of a topic fits their answers. */
const NO_TOPIC =
  /^(?:what|which) (?:type|kind|sort|area|category) of\b|\b(?:accessib|dietary|privacy|hear (?:about|of) us|another (?:law )?firm|i agree)/iu;

/** The topic of a question; null: none that we know. */
export const topicOf = (question: string): AnswerTopic | null => {
  if ([NO_TOPIC, COMPANY_SIZE, TEAM_SIZE].some((words) => words.test(question))) return null;
  return PEOPLE.test(question) ? 'users' : (TOPICS.find(([, words]) => words.test(question))?.[0] ?? null);
};

/** What a guest calls their problem or goal says why they come, if no question asks for that. */
const SAYS_WHY: readonly AnswerTopic[] = ['problem', 'goal'];

/** Why the guest comes, by their own word; null: they did not say. Which question asks for it, `reason-questions.ts` knows. */
export function statedReason(answers: PackInput['answers']): StatedReason | null {
  const said = answers
    .map(({ key, label, display }, at) => ({
      at,
      row: reasonRow(label, key),
      topic: topicOfAnswer({ key, label }),
      display,
    }))
    .filter(({ display }) => isSaid(display) && saysSomething(display));
  const rowOf = (strength: ReasonQuestion['strength']) =>
    said
      .filter(({ row }) => REASON_QUESTIONS[row]?.strength === strength)
      .sort((one, other) => one.row - other.row)
      .map(({ at }) => ({ at, topic: null }))[0];
  const ofTopic = SAYS_WHY.flatMap((topic) => said.filter((answer) => answer.topic === topic))[0];
  return rowOf('plain') ?? ofTopic ?? rowOf('open') ?? null;
}

export interface StatedReason {
  /** Its place among the answers, from 0. */
  readonly at: number;
  /** null: the form asked for the reason itself */
  readonly topic: AnswerTopic | null;
}

const topicOfAnswer = ({ key, label }: Pick<PackInput['answers'][number], 'key' | 'label'>): AnswerTopic | null =>
  topicOf(`${label} ${key.replaceAll(/[_-]/g, ' ')}`);

/** The guest's answers whose questions have a topic, in the order of the form, each with its place there. */
export function topicAnswers(answers: PackInput['answers']): (Answered & { readonly at: number })[] {
  return answers.flatMap(({ key, label, display }, at) => {
    const topic = topicOfAnswer({ key, label });
    return topic && isSaid(display) ? [{ topic, label: cleaned(label, 120), value: cleaned(display), at }] : [];
  });
}

/** The same without their places: what an enrichment record has. */
export const answeredTopics = (answers: PackInput['answers']): Answered[] =>
  topicAnswers(answers).map(({ at: _, ...answered }) => answered);

/** False for what only fills a field. */
export const isSaid = (display: string): boolean =>
  /[\p{L}\p{N}]/u.test(cleaned(display)) && !/^n\/?a$/iu.test(display.trim());

/** The whole question, or the whole key: "What role does AI play?" asks for no job. */
const TITLE =
  /^(?:(?:what(?:’|')?s|what is|was ist) )?(?:your |ihre? )?(?:current )?(?:job|job title|title|role|job role|position|funktion|rolle|berufsbezeichnung)(?: (?:in|at|within|in der|bei) (?:your |the |ihrer |der )?(?:company|organi[sz]ation|team|firm|firma|organisation))?$/iu;
const LINKEDIN = /^https:\/\/(?:[a-z]{2,3}\.)?linkedin\.com\/in\/[\p{L}\p{N}%._-]{1,100}\/?$/iu;

/** What a guest says of themselves in answers; null: nothing. */
export interface PersonAnswers {
  readonly title: string | null;
  readonly linkedin: string | null;
}

const asksForTitle = ({ key, label }: PackInput['answers'][number]): boolean =>
  [label, key.replaceAll(/[_-]/g, ' ')].some((words) => TITLE.test(cleaned(words).replace(/[\s?:.*]+$/u, '')));

/** The places of the answers that say who the guest is; -1: none. */
export function personPlaces(answers: PackInput['answers']): { readonly titleAt: number; readonly linkedinAt: number } {
  const isLinkedin = ({ display }: PackInput['answers'][number]) => LINKEDIN.test(display.trim());
  return {
    titleAt: answers.findIndex((answer) => asksForTitle(answer) && isSaid(answer.display) && !isLinkedin(answer)),
    linkedinAt: answers.findIndex(isLinkedin),
  };
}

/** What guests said of themselves in their answers. No other source is asked about persons. */
export function personAnswers(answers: PackInput['answers']): PersonAnswers {
  const { titleAt, linkedinAt } = personPlaces(answers);
  const title = answers[titleAt]?.display;
  return {
    title: title === undefined ? null : cleaned(title, 120),
    linkedin: answers[linkedinAt]?.display.trim() ?? null,
  };
}

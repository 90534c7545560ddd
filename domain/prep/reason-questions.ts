/** One way in which a form asks why the guest comes. */
export interface ReasonQuestion {
  /** What it asks for: also the first column of the table in docs/prep-packs.md. */
  readonly asks: 'why' | 'subject' | 'outcome' | 'help' | 'anything';
  /** `open`: also answered with what is not the reason, so what the guest calls their problem or goal goes before it. */
  readonly strength: 'plain' | 'open';
  /** Tried on the question and on its key, in lower case, with ' for ’ and no mark at the end. */
  readonly patterns: readonly RegExp[];
}

const MEETING =
  '(?:call|meeting|appointment|visit|session|chat|conversation|consultation|demo|talk|interview|booking|time together|today)';
const TERMIN = '(?:termin|gespräch|treffen|anruf|telefonat|besprechung|beratung|besuch|meeting|call|demo)';
const COME_TO_US =
  '(?:here|book|schedul|meet|talk|speak|contact|reach(?:ing)? out|get(?:ting)? in touch|to us|call us|inquir|enquir|your visit|interested)';
const WORK =
  "(?:(?:bachelor|master|phd|doctoral)(?:s|'s)? )?(?:thesis|dissertation|research|paper|project|essay|article|interview|story)";
const WE_TALK =
  '(?:talk (?:about|through)|speak about|chat about|discuss|cover|go (?:over|through)|focus on|address|work (?:on|through)|tackle|explore|look at)';
const GET =
  '(?:get|gain|achieve|learn|accomplish|solve|take away|happen|walk away|leave with|come away|out of (?:this|the|our|it))';

const one = (...patterns: readonly string[]): RegExp[] => patterns.map((pattern) => new RegExp(pattern, 'u'));

/**
 * How forms ask why a guest comes, by what they ask for and not by one wording; in English and German. The first row counts before the later ones,
 * wherever its question stands in the form. To know one more wording, add a pattern here and its question to `reason-questions.test.ts`.
 */
export const REASON_QUESTIONS: readonly ReasonQuestion[] = [
  {
    ...{ asks: 'why', strength: 'plain' },
    patterns: one(
      '^why (?:now|us|today|this)\\b',
      `\\bwhy\\b.{0,12}\\byou\\b.{0,25}\\b${COME_TO_US}`,
      '\\bwhat (?:brings|brought) you\\b',
      `\\bwhat (?:led|leads|prompts?|prompted|made|makes|motivates|motivated) you\\b.{0,20}\\b${COME_TO_US}`,
      `\\bwhat(?:'s| is| was)? (?:prompting|prompted|behind|driving|triggered) (?:this|the|your) ?${MEETING}?$`,
      `\\b(?:reason|purpose|occasion|motivation)s?\\b.{0,20}\\b(?:${MEETING}|${COME_TO_US})`,
      `\\b${MEETING} (?:reason|purpose)\\b`,
      '^(?:your |the |main )*(?:reason|purpose|occasion)s?$',
      '\\bwarum (?:jetzt|gerade|heute)\\b',
      '\\bwas (?:führt|bringt) (?:sie|dich|euch)\\b',
      "^what(?:'s| has)? happen(?:ed|ing)\\b",
      '^was ist (?:passiert|geschehen|vorgefallen|los)\\b',
      `\\b(?:warum|weshalb|wieso|grund|anlass|zweck)\\b.{0,30}\\b(?:${TERMIN}|sprechen|kontakt|anfrage)`,
      '^(?:ihr |dein |der )?(?:grund|anlass|zweck)$',
      '\\banliegen\\b',
    ),
  },
  {
    ...{ asks: 'subject', strength: 'plain' },
    patterns: one(
      `\\b(?:what|which)\\b.{0,25}\\b(?:you'd like|you would like|would you (?:like|prefer|love)|do you (?:want|wish|need|hope|plan)|you (?:want|wish|need)|(?:should|shall|can|could|will|do) we|we (?:should|can|will))\\b(?: me| us)?(?: to)? ${WE_TALK}\\b`,
      '\\bwhat (?:should|shall|will|can|could|do) we talk about\\b',
      `\\bwhat\\b.{0,12}\\b(?:this|the|our|your) (?:${MEETING} )?(?:be |is |going to be )?(?:about|regarding|for)$`,
      "\\bwhat (?:is|'s|will|should) (?:this|it) (?:be )?(?:about|regarding)\\b",
      `^(?:the |your |our |main |proposed |preferred |desired |${MEETING} )*(?:agenda|topics?|subject(?: matter)?|discussion points?|talking points?)(?: (?:of|for|to|you|we) .{1,40})?$`,
      `\\b(?:agenda|topics?|subject|points?|issues?|matters?|items?)\\b.{0,30}\\b(?:${WE_TALK}|this ${MEETING}|the ${MEETING}|our ${MEETING}|in mind)`,
      '\\b(?:worüber|was|welche[sn]?)\\b.{0,40}\\b(?:sprechen|besprechen|reden|klären|bereden|behandeln)\\b',
      '\\bworum (?:geht|soll|handelt|dreht)\\b',
      `^(?:das |ihr |dein |ihre |mögliche )?(?:thema|themen|agenda|betreff)(?: (?:des|der|für|ihres|unseres) .{1,40})?$`,
      '\\b(?:welches thema|welche themen)\\b',
      `^(?:the |your |working |proposed |planned )*${WORK} (?:topic|subject|title|idea|question|proposal|theme)s?(?: (?:of|for|in|you) .{1,40})?$`,
      `^(?:the |your |working |proposed )*(?:topic|subject|title|idea|theme) (?:of|for) (?:the |your )?${WORK}$`,
      "^what(?:'s| is| are) your .{0,20}\\b(?:thesis|dissertation|research|paper|project)\\b.{0,25}\\babout$",
      '^(?:thema|titel|arbeitstitel|fragestellung)(?: (?:der|ihrer|deiner|des|ihres))? .{0,25}(?:arbeit|these|projekts?|forschung|dissertation)$',
      '^(?:ihr |dein |das )?(?:projekt|forschungs|abschlussarbeits|bachelor|master)-?(?:thema|idee|vorhaben)$',
    ),
  },
  {
    ...{ asks: 'outcome', strength: 'plain' },
    patterns: one(
      `\\bwhat\\b.{0,20}\\byou\\b.{0,20}\\b(?:hop(?:e|ing)|want|wish|expect|expecting|like|looking|aim|aiming|trying|need)\\b.{0,15}\\b${GET}\\b`,
      `\\bwhat\\b.{0,25}\\b(?:hop(?:e|ing) (?:for|to)|expect(?:ing)? (?:from|of))\\b`,
      `\\bwhat (?:would|will|could) make (?:this|our|the|it)\\b.{0,25}\\b(?:${MEETING}|worth|useful|great|success)`,
      `\\b(?:goals?|objectives?|outcomes?|aims?|expectations?|success|result)\\b.{0,30}\\b${MEETING}\\b`,
      `^(?:your |any )?(?:expectations?|desired outcomes?)$`,
      `\\bwas\\b.{0,12}\\b(?:erhoff|erwart|wünsch)\\p{L}*\\b.{0,12}\\b(?:sie|du|ihr)\\b`,
      `\\bwas (?:möchten|wollen|möchtest|willst) (?:sie|du)\\b.{0,40}\\b(?:erreichen|mitnehmen|wissen|erfahren|lösen)`,
      `\\b(?:ziele?|erwartung(?:en)?|ergebnis)\\b.{0,25}\\b${TERMIN}`,
      '^(?:ihre |deine )?erwartung(?:en)?$',
    ),
  },
  {
    ...{ asks: 'help', strength: 'plain' },
    patterns: one(
      '\\b(?:how|where|what) (?:can|may|could|might|should|do|would|will) (?:we|i|our team|the team)\\b.{0,15}\\b(?:help|assist|support|do for you|be of (?:help|service|use)|offer you)',
      '\\b(?:how|what) (?:can|would|do|could) you (?:like|want|need|use)\\b.{0,12}\\b(?:us|me|our|help|support|advice|assistance)\\b',
      '\\bwhat\\b.{0,20}\\b(?:help|support|advice|assistance|guidance)\\b.{0,20}\\b(?:need|want|looking|like|with)\\b',
      '\\byou\\b.{0,15}\\b(?:need|want|looking for|like)\\b.{0,10}\\b(?:help|support|advice|assistance|guidance) (?:with|on|in|about)\\b',
      '^what (?:are|were) you (?:looking for|interested in|after|curious about)\\b',
      "\\bwhat(?:'s| is) on your mind\\b",
      '^what are you (?:currently |now |presently )?(?:working on|trying to (?:do|build|find))\\b',
      '^(?:woran|an was) (?:arbeiten sie|arbeitest du)\\b',
      '^(?:about )?(?:your |the )?(?:project|case|situation|idea)(?: (?:description|details|summary|in (?:brief|short|a few words)))?$',
      "^what(?:'s| is| are) your (?:requests?|enquiry|inquiry|needs?|concerns?|questions?)\\b",
      '^(?:your |the |describe your |details of your )?(?:requests?|enquiry|inquiry|concerns?)$',
      '\\b(?:describe|tell (?:us|me)|share|explain|details)\\b.{0,20}\\b(?:request|enquiry|inquiry|needs?|project|situation|case|matter|concern|idea)s?\\b',
      '\\b(?:wie|womit|wobei) (?:kann|können|dürfen|darf) (?:ich|wir)\\b.{0,25}\\b(?:helfen|unterstützen|weiterhelfen|tun)\\b',
      '\\bwas (?:kann|können|dürfen) (?:ich|wir) für (?:sie|dich)\\b',
      '\\b(?:was brauchen|wonach suchen|was suchen|was beschäftigt) (?:sie|du)\\b',
      '\\b(?:beschreiben|schildern) sie\\b',
      '^(?:ihre |deine )?(?:anfrage|frage|fragen)$',
    ),
  },
  {
    ...{ asks: 'anything', strength: 'open' },
    patterns: one(
      '\\b(?:help|helps) (?:us |me |our team )?(?:to )?prepare\\b',
      `\\bprepare for (?:our|the|this|your) ?${MEETING}`,
      '\\b(?:anything|something|what)\\b.{0,20}\\b(?:should|need to|ought to|us to|me to) know\\b',
      '\\banything else\\b',
      '^(?:your |any |a )?(?:messages?|notes?|comments?|remarks?|questions?|details|(?:additional|further|other|more) (?:info|information|notes?|comments?|details|remarks?))(?: (?:for|to|from) .{1,30})?$',
      '\\b(?:any|which|what) questions?\\b.{0,20}\\b(?:for (?:us|me)|have)\\b',
      '\\bvorbereit\\p{L}*',
      '\\b(?:sonst noch|noch etwas|etwas wissen)\\b',
      '^(?:ihre |deine |weitere )?(?:nachricht|anmerkung(?:en)?|bemerkung(?:en)?|kommentar|notiz(?:en)?|informationen)$',
    ),
  },
];

const MOST_CHARACTERS = 200;
const forPatterns = (words: string): string =>
  words
    .slice(0, MOST_CHARACTERS)
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s*]+|[\s?:.*!]+$/gu, '')
    .replace(/^(?:please|bitte),? /u, '');

/** Which row of {@link REASON_QUESTIONS} a question is of, by its words, else by those of its key; -1: it does not ask for the reason. */
export function reasonRow(label: string, key: string): number {
  const rowOf = (words: string) => {
    const text = forPatterns(words);
    return REASON_QUESTIONS.findIndex(({ patterns }) => patterns.some((pattern) => pattern.test(text)));
  };
  const byLabel = rowOf(label);
  return byLabel < 0 ? rowOf(key.replaceAll(/[_-]/g, ' ')) : byLabel;
}

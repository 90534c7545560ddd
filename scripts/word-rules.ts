/**
 * The words that Holdfast replaces by the standard words of the field, in code, comments, docs and texts. `scripts/words.ts` checks the tree.
 * A name counts word by word: `isStandingIn` and `is_standing` contain "standing".
 */
interface WordRule {
  /** Matched in lower case, with names split into words: `MOST_ROWS` is read as "most rows". */
  readonly refused: RegExp;
  readonly instead: string;
  /** Phrases in which the word is standard. They are removed before the check. */
  readonly allowed?: RegExp;
}

const RULES: readonly WordRule[] = [
  { refused: /\bstanding\b/, instead: 'state, status' },
  { refused: /\bbesides?\b/, instead: 'next to, concurrent, in parallel, in addition' },
  { refused: /\banew\b|\bonce more\b/, instead: 'again, retry' },
  { refused: /\bmeanwhile\b|\bof before\b/, instead: 'during, while, after, older' },
  { refused: /\bamiss\b/, instead: 'wrong, needs repair' },
  { refused: /\bwho(so)?ever\b|\bwhomever\b/, instead: 'anyone, the person' },
  { refused: /\btold\b|\btell(s|ing)?\b/, instead: 'notify, publish, return' },
  { refused: /\bnews\b/, instead: 'event, change' },
  { refused: /\bstretch(es)?\b/, instead: 'interval' },
  { refused: /\bfaces?\b/, instead: 'avatars', allowed: /\bfont faces?\b|\btype ?faces?\b/ },
  { refused: /\bfares\b/, instead: 'by recent results' },
  { refused: /\bput(s|ting)? off\b/, instead: 'postponed' },
  { refused: /\bblam(e|es|ed|ing)\b|\bforgiv(e|es|en)\b/, instead: 'recordFailure, refund' },
  { refused: /\bof ours\b/, instead: 'own, internal' },
  { refused: /\bones? s own\b|\bone['’]s own\b/, instead: 'own' },
  {
    refused: /\bturns?\b/,
    instead: 'assignment, permit, lease, position',
    allowed: /\bturns? (it |them |this )?(on|off|into|to|out|up|away|back)\b|\b(in|by) turns?\b/,
  },
  {
    refused: /\bclaims?\b|\bclaim(ed|ing|ant)\b/,
    instead: 'hold, time block, ownership request, approval',
    // The spec's names: POST /agent/workspaces/claim, /auth/native/claim, pending_claim, claim_expired. RFC 7519: the claims of a JWT.
    allowed:
      /\b(jwt|token|workspace|native|pending|create|not|custom|private) claims?\b|\bclaims? of a (jwt|token)\b|\bclaim (intent|id|expired|refused|unknown|account|token|url)\b|\bclaims sent to\b|\b(un)?claimed\b|\/claims?\b/,
  },
];

/** Names such as `mostRows`, `MOST_ROWS`: the greatest number allowed is `max…`. The word itself is English. */
const BOUND = /\bmost[A-Z]\w*|\bMOST_\w*/;

/** Comments that open with a clause instead of a sentence. */
const CLAUSE = /(?:\/\*\*?|\/\/|^\s*\*)\s+(?:@returns? )?(?:Who|What|Whether|Whose|Whom)\b(?![^.\n]*\?)/;

/** `isStandingIn` → "is standing in", `MOST_ROWS` → "most rows". */
const asWords = (line: string): string =>
  line
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

export interface WordProblem {
  /** From 1. */
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

/**
 * The refused words of one text, in order.
 * @param isCode comments are checked for their openings, names for `most…`
 */
export const wordProblems = (text: string, isCode: boolean): WordProblem[] =>
  text.split('\n').flatMap((raw, index) => {
    const line = index + 1;
    const words = asWords(raw);
    const found = RULES.flatMap(({ refused, instead, allowed }) => {
      const word = (allowed ? words.replaceAll(new RegExp(allowed, 'g'), ' ') : words).match(refused)?.[0];
      return word === undefined ? [] : [{ line, word, instead }];
    });
    if (!isCode) return found;
    const bound = raw.match(BOUND)?.[0];
    const clause = raw.match(CLAUSE)?.[0]?.trim();
    return [
      ...found,
      ...(bound === undefined ? [] : [{ line, word: bound, instead: 'max…, MAX_…' }]),
      ...(clause === undefined
        ? []
        : [{ line, word: clause, instead: 'a sentence with a subject: "Returns whether …"' }]),
    ];
  });

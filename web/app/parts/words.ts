import { PLANS } from '../../../domain/billing/plans.ts';
import { zoneWords } from '../../../domain/time/zone-words.ts';
import type { GatedFeature, Plan } from '../../../schemas/shapes/plan.ts';
import { FEATURE_WORDS, words as say } from '../../../texts/en/dashboard/parts.ts';
import { refusalWords } from '../../../texts/en/dashboard/refusals.ts';
import type { NoticeText } from '../../parts/notice.tsx';
import { pageLocale } from '../booking/page-locale.ts';
import type { CallError } from '../data/call.ts';

const { tag } = pageLocale();
const DAY = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric' });
// As guests' pages have it: "9:05 AM", but "09:05".
const hasHalfDays = new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions().hour12 === true;
const TIME = { hour: hasHalfDays ? 'numeric' : '2-digit', minute: '2-digit' } as const;
const MINUTE = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric', ...TIME });
const CLOCK = new Intl.DateTimeFormat(tag, TIME);

/** The browser's zone, for people. */
export const zoneHere = (): string => zoneWords(Intl.DateTimeFormat().resolvedOptions().timeZone, tag);

/** "21 Nov 2026" in the browser's zone. */
export const dayOf = (instant: string): string => DAY.format(Date.parse(instant));

/** "21 Nov 2026, 19:50" in the browser's zone. */
export const minuteOf = (instant: string): string => MINUTE.format(Date.parse(instant));

/** "19:50" in the browser's zone. */
export const clockOf = (instant: string): string => CLOCK.format(Date.parse(instant));
const waitWords = (seconds: number): string =>
  seconds < 90
    ? say.seconds(seconds)
    : seconds < 5_400
      ? say.minutes(Math.ceil(seconds / 60))
      : say.hours(Math.ceil(seconds / 3_600));

interface FullPlan {
  readonly feature: GatedFeature;
  readonly cap: number;
  readonly used: number;
  readonly plan: Plan;
  /** null: no plan has room */
  readonly fitsFrom: Plan | null;
}

/** The words of a full plan. The API's own name tools, which people do not have. */
function fullWords({ message, details }: CallError): string {
  const { feature, cap, used, plan, fitsFrom } = details as Partial<FullPlan>;
  if (feature === undefined || plan === undefined || cap === undefined) return message;
  const { one, many, repair } = FEATURE_WORDS[feature];
  const { name } = PLANS[plan];
  const room = cap === 0 ? say.hasNone(name, many) : say.hasRoom(name, cap, cap === 1 ? one : many, say.are(used ?? 0));
  const more = fitsFrom === plan ? say.forMembers(name, (used ?? 0) + 1) : fitsFrom && PLANS[fitsFrom].name;
  const larger = more ? say.choose(more) : '';
  const wayOut = [cap === 0 ? '' : repair, larger].filter((words) => words !== '').join(say.or);
  return `${room} ${wayOut.charAt(0).toUpperCase()}${wayOut.slice(1)}.`;
}

/** What does not fit where no field of the page is to blame: rare, so in the API's words. */
const unmarkedWords = (issues: CallError['issues']): string =>
  say.unmarked(issues.map(({ path, message }) => `${path} ${message}`).join('; '));

/**
 * A failure in words for people; most API messages already are, in English.
 * @param isMarked false: no field below says what does not fit
 */
export function noticeOf(failure: CallError, isMarked = true): NoticeText {
  const { status, message, retryAfterSeconds, reason, issues } = failure;
  const known = refusalWords[reason];
  const wait = status === 429 ? say.wait(waitWords(retryAfterSeconds ?? 60)) : null;
  if (known !== undefined)
    return { tone: 'warning', title: known[0], text: wait === null ? known[1] : `${known[1]} ${wait}` };
  if (wait !== null) return { tone: 'warning', title: say.tooMany, text: wait };
  if (reason === 'csrf_mismatch') return { tone: 'warning', title: say.stale, text: say.staleText };
  if (issues.length > 0)
    return { tone: 'error', title: say.unfit, text: isMarked ? say.unfitText : unmarkedWords(issues) };
  // The API's own words of these are for agents.
  if (status === 401) return { tone: 'warning', title: say.signedOut, text: say.signedOutText };
  // The API's own words are for agents, and name a second cause, which no page of a member has.
  if (reason === 'workspace_locked') return { tone: 'warning', title: say.locked, text: say.lockedText };
  if (status === 402) return { tone: 'warning', title: say.noRoom, text: fullWords(failure) };
  if (status === 0) return { tone: 'warning', title: say.away, text: say.ofApi(status, message) };
  if (status >= 500) return { tone: 'error', title: say.failed, text: say.ourFault };
  return { tone: 'error', title: say.failed, text: say.ofApi(status, message) };
}

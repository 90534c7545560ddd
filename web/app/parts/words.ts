import { PLANS } from '../../../domain/billing/plans.ts';
import type { CountedFeature, Plan } from '../../../schemas/shapes/plan.ts';
import type { NoticeText } from '../../parts/notice.tsx';
import type { CallError } from '../data/call.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const MINUTE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The browser's zone, for people. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');

/** "21 Nov 2026" in the browser's zone. */
export const dayOf = (instant: string): string => DAY.format(Date.parse(instant));

/** "21 Nov 2026, 19:50" in the browser's zone. */
export const minuteOf = (instant: string): string => MINUTE.format(Date.parse(instant));

/** "19:50" in the browser's zone. */
export const clockOf = (instant: string): string => CLOCK.format(Date.parse(instant));

const waitWords = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;

/** What a plan limits, and how a person makes room. */
export const FEATURE_WORDS: Readonly<Record<CountedFeature, { one: string; many: string; repair: string }>> = {
  members: {
    ...{ one: 'member', many: 'members' },
    repair: 'Open invitations count. Remove a member or an invitation',
  },
  eventTypes: { one: 'event type', many: 'event types', repair: 'Archive one' },
  teams: { one: 'team', many: 'teams', repair: 'Delete one' },
  agentSeats: { one: 'agent seat', many: 'agent seats', repair: 'Revoke one' },
};

interface FullPlan {
  readonly feature: CountedFeature;
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
  const are = `${used} ${used === 1 ? 'is' : 'are'} there`;
  const room = cap === 0 ? `has no ${many}` : `has room for ${cap} ${cap === 1 ? one : many}, and ${are}`;
  const more =
    fitsFrom === plan ? `${PLANS[plan].name} for ${(used ?? 0) + 1} members` : fitsFrom && PLANS[fitsFrom].name;
  const larger = more ? `choose ${more} or more` : '';
  const wayOut = [cap === 0 ? '' : repair, larger].filter((words) => words !== '').join(', or ');
  return `The plan ${PLANS[plan].name} ${room}. ${wayOut.charAt(0).toUpperCase()}${wayOut.slice(1)}.`;
}

/** The API's own words are for agents, and name a second cause, which no page of a member has. */
const LOCKED: NoticeText = {
  ...{ tone: 'warning', title: 'The workspace is locked' },
  text: 'Its plan is unpaid. Nothing new can be made until it is paid; nothing is deleted.',
};

/** A failure in words for people; most API messages already are. */
export function noticeOf(failure: CallError): NoticeText {
  const { status, message, retryAfterSeconds, reason, issues } = failure;
  if (status === 429) {
    const text = `Please try again in ${waitWords(retryAfterSeconds ?? 60)}.`;
    return { tone: 'warning', title: 'Too many requests', text };
  }
  if (reason === 'csrf_mismatch') {
    const text = 'It was open for a long time, or you signed in anew. Load it again.';
    return { tone: 'warning', title: 'This page is out of date', text };
  }
  if (issues.length > 0) return { tone: 'error', title: 'Something does not fit', text: 'It is marked below.' };
  if (reason === 'workspace_locked') return LOCKED;
  if (status === 402) return { tone: 'warning', title: 'The plan has no room', text: fullWords(failure) };
  if (status === 0) return { tone: 'warning', title: 'We could not reach Holdfast', text: message };
  if (status >= 500)
    return { tone: 'error', title: 'That did not work', text: 'It is our fault. Try again in a moment.' };
  return { tone: 'error', title: 'That did not work', text: message };
}

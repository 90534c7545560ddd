import { PLANS } from '../../../domain/billing/plans.ts';
import { zoneWords } from '../../../domain/time/zone-words.ts';
import type { GatedFeature, Plan } from '../../../schemas/shapes/plan.ts';
import type { NoticeText } from '../../parts/notice.tsx';
import { pageLocale } from '../booking/page-locale.ts';
import type { CallError } from '../data/call.ts';
import { pageWords } from './page-words.ts';
import { refusalWords } from './refusal-words.ts';

const { tag, language } = pageLocale();
const refusals = refusalWords[language];
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

/** What a plan limits, and how a person makes room. */
export const FEATURE_WORDS: Readonly<Record<GatedFeature, { one: string; many: string; repair: string }>> = pageWords(
  {
    members: {
      ...{ one: 'member', many: 'members' },
      repair: 'Open invitations count. Remove a member or an invitation',
    },
    eventTypes: { one: 'event type', many: 'event types', repair: 'Switch one off' },
    teams: { one: 'team', many: 'teams', repair: 'Delete one' },
    agentSeats: { one: 'agent seat', many: 'agent seats', repair: 'Revoke one' },
    webhooks: { one: 'webhook', many: 'webhooks', repair: 'Delete one' },
    remindersPerEventType: { one: 'reminder an event type', many: 'reminders an event type', repair: 'Leave one out' },
  },
  {
    members: {
      ...{ one: 'Mitglied', many: 'Mitglieder' },
      repair: 'Offene Einladungen zählen mit. Entfernen Sie ein Mitglied oder eine Einladung',
    },
    eventTypes: { one: 'Terminart', many: 'Terminarten', repair: 'Schalten Sie eine aus' },
    teams: { one: 'Team', many: 'Teams', repair: 'Löschen Sie eines' },
    agentSeats: { one: 'Platz für Agenten', many: 'Plätze für Agenten', repair: 'Widerrufen Sie einen' },
    webhooks: { one: 'Webhook', many: 'Webhooks', repair: 'Löschen Sie einen' },
    remindersPerEventType: {
      ...{ one: 'Erinnerung je Terminart', many: 'Erinnerungen je Terminart' },
      repair: 'Lassen Sie eine weg',
    },
  },
);

const say = pageWords(
  {
    seconds: (count: number) => `${count} seconds`,
    minutes: (count: number) => `${count} minutes`,
    hours: (count: number) => `${count} hours`,
    are: (used: number) => `${used} ${used === 1 ? 'is' : 'are'} there`,
    hasNone: (plan: string, many: string) => `The plan ${plan} has no ${many}.`,
    hasRoom: (plan: string, cap: number, name: string, are: string) =>
      `The plan ${plan} has room for ${cap} ${name}, and ${are}.`,
    forMembers: (plan: string, members: number) => `${plan} for ${members} members`,
    choose: (plan: string) => `choose ${plan} or more`,
    or: ', or ',
    locked: 'The workspace is locked',
    lockedText: 'Its plan is unpaid, or an owner deleted it. Nothing new can be made until it is paid or restored.',
    tooMany: 'Too many requests',
    wait: (time: string) => `Please try again in ${time}.`,
    stale: 'This page is out of date',
    staleText: 'It was open for a long time, or you signed in anew. Load it again.',
    signedOut: 'You are signed out',
    signedOutText: 'Sign in in another tab, then try again here. What you typed stays.',
    unfit: 'Something does not fit',
    unfitText: 'It is marked below.',
    unmarked: (list: string) => `The service says: ${list}.`,
    noRoom: 'The plan has no room',
    away: 'We could not reach Holdfast',
    failed: 'That did not work',
    ourFault: 'It is our fault. Try again in a moment.',
    ofApi: (_status: number, message: string) => message,
  },
  {
    seconds: (count: number) => `${count} Sekunden`,
    minutes: (count: number) => `${count} Minuten`,
    hours: (count: number) => `${count} Stunden`,
    are: (used: number) => `${used} ${used === 1 ? 'ist' : 'sind'} da`,
    hasNone: (plan: string, many: string) => `Der Tarif ${plan} hat keine ${many}.`,
    hasRoom: (plan: string, cap: number, name: string, are: string) =>
      `Der Tarif ${plan} hat Platz für ${cap} ${name}, und ${are}.`,
    forMembers: (plan: string, members: number) => `${plan} für ${members} Mitglieder`,
    choose: (plan: string) => `wählen Sie ${plan} oder mehr`,
    or: ', oder ',
    locked: 'Der Arbeitsbereich ist gesperrt',
    lockedText:
      'Sein Tarif ist unbezahlt, oder er wurde gelöscht. Bis zur Zahlung oder Wiederherstellung lässt sich nichts Neues anlegen.',
    tooMany: 'Zu viele Anfragen',
    wait: (time: string) => `Bitte versuchen Sie es in ${time} noch einmal.`,
    stale: 'Diese Seite ist veraltet',
    staleText: 'Sie war lange offen, oder Sie haben sich neu angemeldet. Laden Sie sie neu.',
    signedOut: 'Sie sind abgemeldet',
    signedOutText:
      'Melden Sie sich in einem anderen Tab an, und versuchen Sie es hier noch einmal. Was Sie eingegeben haben, bleibt.',
    unfit: 'Etwas passt nicht',
    unfitText: 'Es ist unten markiert.',
    unmarked: (list: string) => `Der Dienst meldet auf Englisch: ${list}.`,
    noRoom: 'Der Tarif hat keinen Platz',
    away: 'Wir konnten Holdfast nicht erreichen',
    failed: 'Das hat nicht geklappt',
    ourFault: 'Es liegt an uns. Versuchen Sie es gleich noch einmal.',
    ofApi: germanOf,
  },
);

/** What happened, by the status of the answer; the API's own message is English and comes after it. */
function germanOf(status: number, message: string): string {
  if (status === 0) return 'Es kam keine Antwort. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.';
  if (status === 403) return `Das dürfen Sie hier nicht. (${message})`;
  if (status === 404) return 'Das gibt es nicht mehr. Laden Sie die Seite neu.';
  if (status === 409) return `Der Stand hat sich inzwischen geändert. Laden Sie die Seite neu. (${message})`;
  return `Der Dienst meldet auf Englisch: ${message}`;
}

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
  const known = refusals[reason];
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

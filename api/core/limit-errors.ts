import { AppError } from '../../schemas/errors.ts';

/** A used-up limit, and when it allows calls again. */
export interface UsedUpLimit {
  readonly limit: number;
  readonly retryAfterSeconds: number;
}

interface Words {
  readonly limit: number;
  /** Such as "in 20 s", "in 5 minutes", "in 3 hours". */
  readonly wait: string;
}

interface Limiter {
  /** `details.reason`. Several limiters may share one: the message distinguishes them. */
  readonly reason: string;
  /** The used-up limit and the next step, with the wait. */
  readonly message: (words: Words) => string;
}

const newestWorks = 'The newest code that was mailed still works.';

/**
 * Every limiter of the API. Only {@link limited} makes a 429, so its message, `details`, Retry-After and RateLimit headers are those of one
 * limiter.
 */
export const LIMITERS = {
  calls: { reason: 'too_many_calls', message: ({ wait }) => `Too many calls. Try again ${wait}.` },
  wrongCredentials: {
    reason: 'too_many_wrong_credentials',
    message: ({ wait }) => `Too many wrong keys or sessions from this address. Try again ${wait}.`,
  },
  wrongSecrets: {
    reason: 'too_many_wrong_credentials',
    message: ({ wait }) => `Too many wrong secrets came from your address. Try again ${wait}.`,
  },
  signIns: { reason: 'too_many_calls', message: ({ wait }) => `Too many tries to sign in. Try again ${wait}.` },
  callsAtOnce: {
    reason: 'too_many_at_once',
    message: ({ limit, wait }) =>
      `Too many of your calls are under way. Send at most ${limit} at once; try again ${wait}.`,
  },
  callsOfBooking: {
    reason: 'too_many_attempts',
    message: ({ wait }) =>
      `Too many calls for this booking at once. Wait for their answers, then repeat this one ${wait}.`,
  },
  attemptsOfBooking: {
    reason: 'too_many_attempts',
    message: ({ wait }) => `Too many attempts at this booking. Try once with a fresh slot ${wait}.`,
  },
  mailsToGuest: {
    reason: 'too_many_mails',
    message: ({ wait }) =>
      `Nothing was booked: this event asks for no code of the guest's own inbox, and too many such mails left within a day to this address, or from this workspace. Have the code sent to the guest’s own inbox, or try again ${wait}.`,
  },
  mailsByHost: {
    reason: 'too_many_mails',
    message: ({ wait }) =>
      `Nothing was booked: the guest's inbox, this workspace, or its network if it does not pay, has had its mails of a day to people who have not confirmed by a code. Send the guest the link of the event, where they book by a code of their own, or try again ${wait}.`,
  },
  mailsByHostToMany: {
    reason: 'too_many_mails',
    message: ({ wait }) =>
      `Nothing was booked: an inbox of this call, this workspace, or its network if it does not pay, has had its mails of a day to people who have not confirmed by a code. Leave out the further guests, send the guest the link of the event, or try again ${wait}.`,
  },
  mailsToFurtherGuests: {
    reason: 'too_many_mails',
    message: ({ wait }) =>
      `The meeting stands; the mails to its further guests cannot leave yet. Tell them yourself, or try again ${wait}.`,
  },
  moves: {
    reason: 'too_many_moves',
    message: ({ limit, wait }) =>
      `This meeting was moved ${limit} times within a day. Try again ${wait}, or cancel it and book again.`,
  },
  upcoming: {
    reason: 'too_many_upcoming',
    message: ({ wait }) =>
      `The host has too many upcoming bookings from this network, or from addresses of this mail domain. Nothing was booked. Have the code sent to the guest’s own inbox, cancel a booking that is not needed, ask the host to book this meeting, or try again ${wait}, when some may be over.`,
  },
  codesOfInbox: {
    reason: 'too_many_codes',
    message: ({ wait }) => `Too many codes were asked for this address. Use the latest code, or try again ${wait}.`,
  },
  codesOfWorkspace: {
    reason: 'too_many_codes',
    message: ({ wait }) =>
      `Too many codes were requested for events of this workspace within a day. Try again ${wait}.`,
  },
  links: {
    reason: 'too_many_links',
    message: ({ wait }) =>
      `Too many different bookings were asked for with one code. Use a confirmUrl that you have, or try again ${wait}, when the code has expired.`,
  },
  mailedCodes: {
    reason: 'too_many_codes',
    message: ({ wait }) =>
      `Too many codes were asked for: for this inbox, or from this network. ${newestWorks} Else try again ${wait}.`,
  },
  wrongCodes: {
    reason: 'too_many_wrong_codes',
    message: ({ limit, wait }) =>
      `This network sent ${limit} wrong codes within an hour, which is the most, so this one was not looked at and cost no try. Try again ${wait}. If the code has expired then, ask for a new one.`,
  },
  nativeClaims: {
    reason: 'too_many_claims',
    message: ({ limit, wait }) =>
      `${limit} such mails within a day are the most: to this operator, or from this network. Those that are decided count too. If one of this inbox is open, have the operator decide it; else try again ${wait}. If the code has expired then, ask for a new one.`,
  },
  workspaceClaims: {
    reason: 'too_many_claims',
    message: ({ limit, wait }) =>
      `${limit} such mails within a day are the most: to this person, from this workspace or from this network. Those that are decided count too. Have them decide what is open, or try again ${wait}.`,
  },
  addressLinks: {
    reason: 'too_many_address_links',
    message: ({ limit, wait }) =>
      `${limit} such links within a day are the most: for you, to this address or from this network. Try again ${wait}.`,
  },
  identities: {
    reason: 'too_many_identities',
    message: ({ limit, wait }) =>
      `This workspace has mailed ${limit} such codes within a day, which is the most. Try again ${wait}.`,
  },
  invitations: {
    reason: 'too_many_invitations',
    message: ({ wait }) =>
      `Too many invitations within a day for this address or from this workspace. Try again ${wait}.`,
  },
  checkouts: {
    reason: 'too_many_checkouts',
    message: ({ wait }) =>
      `This workspace started too many checkouts lately. Use one that is open (get_checkout has its url), or try again ${wait}.`,
  },
  portalSessions: {
    reason: 'too_many_portal_sessions',
    message: ({ wait }) =>
      `This workspace asked for too many billing pages lately. Use a link that you have, or try again ${wait}.`,
  },
  pings: {
    reason: 'too_many_pings',
    message: ({ limit, wait }) =>
      `A workspace sends at most ${limit} pings a minute, over all its webhooks. Ping again ${wait}.`,
  },
  pingsOfWorkspace: {
    reason: 'too_many_at_once',
    message: ({ limit, wait }) => `At most ${limit} pings of a workspace are on their way at once. Ping again ${wait}.`,
  },
  pingsOfHost: {
    reason: 'too_many_at_once',
    message: ({ limit, wait }) =>
      `At most ${limit} pings of all workspaces are on their way to one host name at once. Ping again ${wait}.`,
  },
  pingsOfAll: {
    reason: 'too_many_at_once',
    message: ({ limit, wait }) =>
      `At most ${limit} pings of all workspaces are on their way at once. Ping again ${wait}.`,
  },
  deletions: {
    reason: 'too_many_deletions',
    message: ({ limit, wait }) =>
      `This workspace was deleted ${limit} times within a day, and its owners were mailed each time. Nothing was deleted now. Try again ${wait}.`,
  },
  refusedKeys: {
    reason: 'too_many_refused_keys',
    message: ({ limit, wait }) =>
      `Of a workspace and of a person ${limit} keys may be refused in an hour. Look at the key, and repeat the call ${wait}, or send the answers of the service as export.`,
  },
} as const satisfies Readonly<Record<string, Limiter>>;

export type LimiterName = keyof typeof LIMITERS;

/** Returns "in 20 s", "in 5 minutes" or "in 3 hours", rounded up, so that nobody retries too early. */
export function inWords(seconds: number): string {
  if (seconds < 120) return `in ${seconds} s`;
  if (seconds <= 7_200) return `in ${Math.ceil(seconds / 60)} minutes`;
  return `in ${Math.ceil(seconds / 3_600)} hours`;
}

/** Returns a 429. @param more further details */
export function limited(
  name: LimiterName,
  { limit, retryAfterSeconds: seconds }: UsedUpLimit,
  more: Readonly<Record<string, unknown>> = {},
): AppError {
  const { reason, message }: Limiter = LIMITERS[name];
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  const words = { limit, wait: inWords(retryAfterSeconds) };
  return new AppError('rate.limited', message(words), { reason, limit, retryAfterSeconds, ...more });
}

import { type Subscription, subscriptionAt } from '../billing/plan.ts';

/**
 * Mails a day to people who have proved nothing: they carry a host's words to any address, so these caps keep a workspace from being a
 * free relay (decisions 0061 and 0090).
 */
interface MailCaps {
  /** Codes to guests and their agents. Anyone can request one, so this is far above a good day of a small team. */
  readonly codes: number;
  /** Codes that one network may cause, be it a /48 or an IPv4 /24: four of them are needed to use up a workspace's day. */
  readonly codesOfOneNetwork: number;
  /** Invitations of members: a team of twenty in one day, some of them twice. */
  readonly invitations: number;
  /** Mails of bookings that the host's side makes and moves: twenty people with three meetings a day, and some moves. */
  readonly byHost: number;
  /** Mails to guests who book without a code of their own. */
  readonly toUnprovedGuests: number;
  /** Mails to further guests of all who book. A spammer books with inboxes of their own, so this is the lowest. */
  readonly toFurtherGuests: number;
}

/** Free and trial: a trial costs nothing but an inbox. */
const UNPAID: MailCaps = {
  codes: 200,
  codesOfOneNetwork: 50,
  invitations: 30,
  byHost: 100,
  toUnprovedGuests: 100,
  toFurtherGuests: 50,
};

/** A payment is a name that can be held to account. */
const PAID: MailCaps = {
  codes: 5_000,
  codesOfOneNetwork: 1_250,
  invitations: 300,
  byHost: 1_000,
  toUnprovedGuests: 1_000,
  toFurtherGuests: 1_000,
};

/** Networks that proved their inbox before still get codes when strangers used up the workspace's day: a quarter more. */
export const KNOWN_CLIENTS_MORE = 1.25;

/** Below this many codes, a workspace is within its cap whatever its plan is. */
export const CODES_OF_ANY_PLAN = UNPAID.codes;
export const NETWORK_CODES_OF_ANY_PLAN = UNPAID.codesOfOneNetwork;

/** To one address (folded), of bookings, from all workspaces: otherwise each new workspace has a new allowance. */
export const UNSOLICITED_PER_ADDRESS_AND_DAY = 10;

/** To one address (folded), invitations of members, from all workspaces. */
export const INVITATIONS_PER_ADDRESS_AND_DAY = 5;

/**
 * Further guests that one network may cause, in all workspaces, of bookings whose guests have proved nothing. An office of twenty, each
 * with one colleague. Beyond it, the mails wait for the guest's proof.
 */
export const UNPROVED_FURTHER_GUESTS_PER_NETWORK_AND_DAY = 20;

/** The caps of one workspace. */
export function mailCapsOf(subscription: Subscription, now: number): MailCaps {
  const { plan, status } = subscriptionAt(subscription, now);
  return plan !== 'free' && (status === 'active' || status === 'past_due') ? PAID : UNPAID;
}

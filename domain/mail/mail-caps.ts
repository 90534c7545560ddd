import { type Subscription, subscriptionAt } from '../billing/plan.ts';
import type { ByWidth } from '../client-networks.ts';

/**
 * Mails a day to people who have proved nothing: they carry a host's words to any address, so these caps keep a workspace from being a
 * free relay (docs/decisions/mail.md#caps).
 */
interface MailCaps {
  /** Codes to guests and their agents. Anyone can request one, so this is far above a good day of a small team. */
  readonly codes: number;
  /** Codes that one network may cause: a quarter for the widest, so one customer's /48 never uses up a workspace's day. */
  readonly codesOfNetwork: ByWidth;
  /** Invitations of members: a team of twenty in one day, some of them twice. */
  readonly invitations: number;
  /** Mails of bookings that the host's side makes and moves: twenty people with three meetings a day, and some moves. */
  readonly byHost: number;
  /**
   * Mails that the side of a workspace causes, and those to guests without a code of their own, of all workspaces that do not pay, by the
   * networks of the call, of the account and of the key: else each new trial has a new allowance. An office with three trials, each with
   * twenty mails a day; at a /24, four such offices. null: not counted.
   */
  readonly ofUnpaidNetwork: ByWidth | null;
  /** Mails to guests who book without a code of their own. */
  readonly toUnprovedGuests: number;
  /** Mails to further guests of all who book. A spammer books with inboxes of their own, so this is the lowest. */
  readonly toFurtherGuests: number;
  /** Of these, caused from one network. Its narrow part is an office of twenty, each with one colleague. */
  readonly furtherGuestsOfNetwork: ByWidth;
}

/** Of all workspaces that do not pay; {@link MailCaps.ofUnpaidNetwork}. */
export const UNPAID_OF_NETWORK: ByWidth = { narrow: 60, wide: 120, widest: 240 };

/** Free and trial: a trial costs nothing but an inbox. */
const UNPAID: MailCaps = {
  codes: 200,
  codesOfNetwork: { narrow: 30, wide: 40, widest: 50 },
  invitations: 30,
  byHost: 100,
  ofUnpaidNetwork: UNPAID_OF_NETWORK,
  toUnprovedGuests: 100,
  toFurtherGuests: 50,
  furtherGuestsOfNetwork: { narrow: 20, wide: 30, widest: 40 },
};

/** A payment is a name that can be held to account. */
const PAID: MailCaps = {
  codes: 5_000,
  codesOfNetwork: { narrow: 750, wide: 1_000, widest: 1_250 },
  invitations: 300,
  byHost: 1_000,
  ofUnpaidNetwork: null,
  toUnprovedGuests: 1_000,
  toFurtherGuests: 1_000,
  furtherGuestsOfNetwork: { narrow: 200, wide: 300, widest: 400 },
};

/** Below this many codes, a workspace is within its cap whatever its plan is. */
export const CODES_OF_ANY_PLAN = UNPAID.codes;
export const NETWORK_CODES_OF_ANY_PLAN = UNPAID.codesOfNetwork;

/** To one address (folded), of bookings, from all workspaces: otherwise each new workspace has a new allowance. */
export const UNSOLICITED_PER_ADDRESS_AND_DAY = 10;

/** To one address (folded), invitations of members, from all workspaces. */
export const INVITATIONS_PER_ADDRESS_AND_DAY = 5;

/**
 * Further guests that one network may cause, in all workspaces, of bookings whose guests have proved nothing. Beyond it, the mails wait
 * for the guest's proof. Proved guests count in each workspace alone: the agents of many people share a network.
 */
export const UNPROVED_FURTHER_GUESTS_OF_NETWORK: ByWidth = { narrow: 20, wide: 30, widest: 40 };

/** The caps of one workspace. While a payment of its plan is disputed, nobody is held to account by it. */
export function mailCapsOf(subscription: Subscription, now: number): MailCaps {
  const { plan, status, isDisputed } = subscriptionAt(subscription, now);
  return !isDisputed && plan !== 'free' && (status === 'active' || status === 'past_due') ? PAID : UNPAID;
}

/** Who refused or stopped an asker gets no mail of it for this time. The asker hears the same as ever (docs/decisions/identity.md#agents-of-people). */
export const QUIET_DAYS = 30;

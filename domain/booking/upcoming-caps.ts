import type { ByWidth } from '../client-networks.ts';

/**
 * Upcoming bookings of one host from one network, whose guests have proved nothing by a code to their own inbox. An office of twenty
 * people behind one address can book the host twice each. Ten bookings a minute stop after four minutes.
 */
export const UPCOMING_PER_NETWORK = 40;

/** How many times the cap of one network a wider one may use up: a public cloud of agents has many addresses. */
export const NETWORK_TIMES: ByWidth = { narrow: 1, wide: 2, widest: 4 };

/**
 * Upcoming bookings of one host by guests of one mail domain: the owner of a domain has any number of inboxes in it. At a mail provider,
 * each inbox counts alone. For a guest who entered a code of their own inbox, only bookings of such guests count. The same team of twenty.
 */
export const UPCOMING_PER_MAIL_DOMAIN = 40;

/** The caps of a workspace. null: the default. */
export interface UpcomingCapSettings {
  readonly upcomingPerNetwork: number | null;
  readonly upcomingPerMailDomain: number | null;
}

/** The caps that hold. */
export const upcomingCapsOf = ({ upcomingPerNetwork, upcomingPerMailDomain }: UpcomingCapSettings) => ({
  upcomingPerNetwork: upcomingPerNetwork ?? UPCOMING_PER_NETWORK,
  upcomingPerMailDomain: upcomingPerMailDomain ?? UPCOMING_PER_MAIL_DOMAIN,
});

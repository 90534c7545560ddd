import type { ByWidth } from '../client-networks.ts';

/**
 * The maximum number of upcoming bookings of one host from one network, by guests who have not entered a code of their own inbox. In an
 * office of twenty people behind one address, each can book the host twice. Ten bookings a minute stop after four minutes.
 */
export const UPCOMING_PER_NETWORK = 40;

/** The factors by which the cap of a wider network is larger than that of one network: a public cloud of agents has many addresses. */
export const NETWORK_TIMES: ByWidth = { narrow: 1, wide: 2, widest: 4 };

/**
 * The maximum number of upcoming bookings of one host by guests of one mail domain: the owner of a domain has any number of inboxes in it.
 * At a mail provider, each inbox counts alone. For a guest who entered a code of their own inbox, only bookings of such guests count.
 * The number allows two bookings each in a team of twenty.
 */
export const UPCOMING_PER_MAIL_DOMAIN = 40;

/** The caps of a workspace. null: the default. */
export interface UpcomingCapSettings {
  readonly upcomingPerNetwork: number | null;
  readonly upcomingPerMailDomain: number | null;
}

/** Returns the caps that apply. */
export const upcomingCapsOf = ({ upcomingPerNetwork, upcomingPerMailDomain }: UpcomingCapSettings) => ({
  upcomingPerNetwork: upcomingPerNetwork ?? UPCOMING_PER_NETWORK,
  upcomingPerMailDomain: upcomingPerMailDomain ?? UPCOMING_PER_MAIL_DOMAIN,
});

/** Services whose accounts can be read with a key. */
export type ImportService = 'cal.com' | 'calendly';

/** What an account has there, as the service's API says it. */
export interface ReadAccount {
  readonly eventTypes: readonly unknown[];
  readonly schedules: readonly unknown[];
  /** There are more event types than were read. */
  readonly isCut: boolean;
}

/** Why an account was not read: a fixed word, never a part of the key or of an answer. */
export type WhyUnread =
  | 'key_refused'
  /** The service takes no more calls of this key for now. */
  | 'busy'
  | 'away'
  /** It answered, but not as its API does: a redirect, a page, another shape. */
  | 'unreadable'
  | 'too_large';

/** Asks a service for what the account of a key has. The key is used for these calls alone, and kept nowhere. */
export type AccountReader = (
  service: ImportService,
  apiKey: string,
) => Promise<ReadAccount | { readonly unread: WhyUnread }>;

/** Of one account. Most have a few dozen. */
export const MOST_READ_EVENT_TYPES = 300;

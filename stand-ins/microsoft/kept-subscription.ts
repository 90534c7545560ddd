import type { Mailbox } from './mailbox.ts';

/** A subscription to all events of a mailbox. */
export interface KeptSubscription {
  readonly id: string;
  readonly mailbox: Mailbox;
  readonly clientId: string;
  readonly changeType: string;
  readonly notificationUrl: string;
  readonly lifecycleNotificationUrl: string | null;
  readonly clientState: string | null;
  readonly immutableIds: boolean;
  readonly expiresMs: number;
  /** It was made with an access token; without a newer one, notifications wait after its end. */
  readonly tokenUntilMs: number;
}

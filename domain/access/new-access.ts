/** Access that can act for a person. Another kind needs a migration of the check on `access_notices`, and a line in `store/access/stop-access.ts` and in the texts. */
export type AccessKind = 'key' | 'seat' | 'passkey' | 'linked_account' | 'grant';

/** What owners are told of by the same mails, though it is no way in: where a workspace's events go. */
export type WebhookNoticeKind = 'webhook' | 'webhook_changed';

export type NoticeKind = AccessKind | WebhookNoticeKind;

export const isOfWebhook = (kind: NoticeKind): kind is WebhookNoticeKind =>
  kind === 'webhook' || kind === 'webhook_changed';

/** Mails about new access that a person gets in a day. The next one says that there are more, and is the last. */
export const ACCESS_MAILS_A_DAY = 20;

/** Mails about webhooks that an owner gets in a day of one workspace: counted apart, so that a loop of changes there hides no new access. */
export const WEBHOOK_MAILS_A_DAY = 10;

/** How long the network that something was made from is kept. */
export const NETWORK_KEPT_DAYS = 30;

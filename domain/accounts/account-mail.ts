/** Mails about a person's own account, to owners about a workspace that is deleted, and to whom a disabled webhook concerns. */
export type AccountMailKind =
  | 'address_link'
  | 'address_changed'
  | 'account_deleted'
  | 'workspace_deleted'
  | 'workspace_restored'
  | 'workspace_erased'
  | 'webhook_disabled';

/** What became of one. late: nobody could use its link any more, so none left. gone: its row is gone. unsent: no provider for a day. */
export type AccountMailEnd = 'mailed' | 'undeliverable' | 'late' | 'gone' | 'unsent';

/** How long the link to a new address works. */
export const ADDRESS_LINK_MS = 60 * 60_000;

/** For so long the old address can take a change back. */
export const ADDRESS_UNDO_DAYS = 7;

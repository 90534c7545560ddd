import type { Language } from '../../texts/languages.ts';
import type { WhyDisabled } from '../webhooks/delivery.ts';

/** How the recipient read mails when the mail was noted: the account may be deleted before the mail leaves. */
interface Noted {
  /** null: the default language. */
  readonly language: Language | null;
  /** IANA zone. */
  readonly timezone: string;
}

interface OfWorkspace extends Noted {
  readonly workspaceName: string;
  /** ISO 8601; null: the workspace was restored. */
  readonly eraseAt: string | null;
}

/** A mail that is requested again has a number of its own, from 1. */
interface Issue {
  readonly issueNo: number;
}

/**
 * The mails of the outbox, and the facts that each row keeps itself: what no other row says, or no longer says when the mail leaves. Never a
 * code, a token or a link: those are derived where the mail is sent. A new mail is a line here and an entry in
 * `activities/mail/outbox-kinds.ts`, without which nothing compiles.
 */
export interface OutboxFacts {
  readonly sign_in_link: null;
  readonly sign_in_code: Issue;
  readonly invitation: Issue;
  readonly new_access: null;
  readonly agent_allowed: null;
  readonly agent_sign_up: null;
  readonly taken_over: null;
  readonly handed_over: null;
  readonly address_link: Noted;
  readonly address_changed: Noted;
  readonly account_deleted: Noted;
  readonly workspace_deleted: OfWorkspace;
  readonly workspace_restored: OfWorkspace;
  readonly workspace_erased: OfWorkspace;
  readonly webhook_disabled: Noted & { readonly host: string; readonly reason: WhyDisabled };
}

export type OutboxKind = keyof OutboxFacts;

/** Mails about a person's own account, to owners about a workspace that is deleted, and to the person whom a disabled webhook concerns. */
export type AccountMailKind = { [Kind in OutboxKind]: OutboxFacts[Kind] extends Noted ? Kind : never }[OutboxKind];

/**
 * Why no mail leaves. late: nobody could use its link or code any more. left_out: the person had enough such mails today. gone: a row that it
 * needs is gone.
 */
export type NoMail = 'late' | 'left_out' | 'gone';

/** The result of a mail. undeliverable: the provider, or the recipient, refuses mail to this address. */
export type MailOutcome = 'mailed' | 'undeliverable' | NoMail;

/** How the flow of a mail ends. unsent: no provider took it for a day; the sweep starts the flow again. */
export type MailEnd = MailOutcome | 'unsent';

import { v7 as uuidv7 } from 'uuid';
import { isDeletedAddress } from '../../domain/accounts/deleted-account.ts';
import type { OutgoingMail } from '../../domain/mail/mail.ts';
import type { Queryable } from '../../store/database.ts';
import { storeLocalMail } from '../../store/mail/mails.ts';
import { storeTestMail } from '../../store/mail/test-mails.ts';

/** Hands a mail over for good. A mail with the same key may be sent again: it arrives once (how surely, each mailer says). */
export interface Mailer {
  /**
   * @returns once the mail will arrive without further help of the caller
   * @throws MailRefused the address takes no mail; never retry
   * @throws MailUnavailable the provider is away or unwilling; retry
   */
  send(mail: OutgoingMail): Promise<'accepted'>;
}

/** This address takes no mail: it bounced before, complained, or does not exist. The message holds no address. The API answers 422 email_undeliverable. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  readonly reason: string;

  constructor(reason: string) {
    super(`The mail provider refuses this recipient (${reason}).`);
    this.reason = reason;
  }
}

/** The mail could not be handed over now. The message holds no address, code or link: Temporal keeps it. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable';
  readonly reason: string;
  /** null: the flow decides when to retry. */
  readonly retryInMs: number | null;

  constructor(reason: string, retryInMs: number | null = null) {
    super(`The mail provider did not take the mail (${reason}).`);
    this.reason = reason;
    this.retryInMs = retryInMs;
  }
}

/**
 * Sends a mail whose address may be refused for good, or be that of a deleted account.
 * @throws MailUnavailable the provider is away or unwilling; retry
 */
export async function deliver(mailer: Mailer, mail: OutgoingMail): Promise<'accepted' | 'undeliverable'> {
  // Flows that outlive an account still name it.
  if (isDeletedAddress(mail.to)) return 'undeliverable';
  try {
    return await mailer.send(mail);
  } catch (error) {
    if (error instanceof MailRefused) return 'undeliverable';
    throw error;
  }
}

/**
 * Mails that leave one after the other: one that fails stops no other. Two failures in a row mean that the provider is away, where each
 * try takes as long as its limit: the rest is not tried.
 */
export class MailRound {
  #failure: unknown;
  #failuresInARow = 0;

  /** @param send one mail; left out once the provider is away */
  async send(send: () => Promise<unknown>): Promise<void> {
    if (this.#failuresInARow === 2) return;
    try {
      await send();
      this.#failuresInARow = 0;
    } catch (error) {
      this.#failure ??= error;
      this.#failuresInARow += 1;
    }
  }

  /** @throws what the first failed mail threw: the caller's retry sends those that have not left */
  end(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}

/** Stores mails in the local mailbox instead of sending them: exactly one per key. */
export function localMailer(sql: Queryable, now: () => number): Mailer {
  return {
    async send(mail) {
      await storeLocalMail(sql, { id: uuidv7(), mail, nowMs: now() });
      return 'accepted';
    },
  };
}

/**
 * Stores the mails of data that a test key made, in every mode: list_test_mail reads them, and none reaches an inbox. Exactly one per key.
 * @param about the booking of these mails; null: none
 */
export function testMailer(
  sql: Queryable,
  about: { readonly bookingId: string | null; readonly now: () => number },
): Mailer {
  return {
    async send(mail) {
      await storeTestMail(sql, { id: uuidv7(), mail, bookingId: about.bookingId, nowMs: about.now() });
      return 'accepted';
    },
  };
}

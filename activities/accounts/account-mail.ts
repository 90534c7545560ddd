import type { Sql } from 'postgres';
import type { AccountMailEnd } from '../../domain/accounts/account-mail.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { type Secrets, signedId } from '../../domain/secrets.ts';
import { type AccountMailToSend, readAccountMail, settleAccountMail } from '../../store/accounts/account-mails.ts';
import { renderAccountDeleted, renderAddressChanged, renderAddressLink } from '../mail/account-messages.ts';
import { deliver, type Mailer } from '../mail/send.ts';
import { deliverToUnproven } from '../mail/unproven.ts';
import { renderWebhookDisabled } from '../mail/webhook-disabled-message.ts';
import {
  renderWorkspaceDeleted,
  renderWorkspaceErased,
  renderWorkspaceRestored,
} from '../mail/workspace-deletion-messages.ts';

export interface AccountMailDependencies {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: { readonly appUrl: string };
}

/** The activities of the flow of a mail about an account. Safe to repeat. */
export interface AccountMailActivities {
  /**
   * Mails what its row says, once.
   * @throws MailUnavailable the mail provider is away
   */
  mailAboutAccount(mailId: string): Promise<AccountMailEnd>;
}

export const createAccountMailActivities = (dependencies: AccountMailDependencies): AccountMailActivities => ({
  mailAboutAccount: async (mailId) => {
    const { sql } = dependencies;
    const mail = await readAccountMail(sql, mailId);
    if (!mail) return 'gone';
    if (mail === 'settled') return 'mailed';
    const end = mail.isDue ? await send(dependencies, mail) : 'late';
    await settleAccountMail(sql, mailId);
    return end;
  },
});

async function send(dependencies: AccountMailDependencies, mail: AccountMailToSend): Promise<AccountMailEnd> {
  const outcome =
    mail.kind === 'address_link'
      ? // Whoever typed the address may be a stranger to its inbox.
        await deliverToUnproven(dependencies, { address: mail.recipient }, (service) =>
          render(dependencies, service, mail),
        )
      : await deliver(dependencies.mailer, render(dependencies, dependencies.service, mail));
  return outcome === 'accepted' ? 'mailed' : outcome;
}

/** Tokens are derived here and never stored, so no history, row or log holds them. */
function render(
  { secrets, links: { appUrl } }: AccountMailDependencies,
  service: MailService,
  mail: AccountMailToSend,
): OutgoingMail {
  const { kind, id, recipient, newEmail, addressChangeId, isTaken, minutesLeft, at, reader } = mail;
  const about = { mailId: id, email: recipient, reader, loginUrl: `${appUrl}/login` };
  const token = (key: Buffer) => signedId(key, addressChangeId ?? '');
  if (mail.webhookHost !== null && mail.webhookReason !== null) {
    const facts = { ...about, host: mail.webhookHost, reason: mail.webhookReason, appUrl };
    return renderWebhookDisabled(service, facts);
  }
  if (mail.workspaceName !== null) {
    const facts = { ...about, name: mail.workspaceName, eraseAt: mail.eraseAt ?? at, appUrl };
    if (kind === 'workspace_deleted') return renderWorkspaceDeleted(service, facts);
    return kind === 'workspace_restored'
      ? renderWorkspaceRestored(service, facts)
      : renderWorkspaceErased(service, facts);
  }
  if (kind === 'account_deleted') return renderAccountDeleted(service, { ...about, at });
  if (kind === 'address_link') {
    const url = `${appUrl}/account/address/${token(secrets.addressLink)}`;
    return renderAddressLink(service, { ...about, url, isTaken, minutesLeft });
  }
  const undoUrl = `${appUrl}/account/address/undo/${token(secrets.addressUndo)}`;
  return renderAddressChanged(service, { ...about, newEmail: newEmail ?? '', undoUrl, at });
}

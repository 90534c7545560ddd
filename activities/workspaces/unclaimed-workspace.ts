import type { Sql } from 'postgres';
import type { MailService } from '../../domain/mail/mail.ts';
import type { UnclaimedStanding } from '../../domain/workspaces/unclaimed.ts';
import { readMailReader } from '../../store/accounts/mail-reader.ts';
import { markUnclaimedMailed, readUnclaimedMail, settleUnclaimed } from '../../store/identity/unclaimed-workspaces.ts';
import { deliver, type Mailer } from '../mail/send.ts';
import { renderUnclaimed } from '../mail/unclaimed-message.ts';

export interface UnclaimedDependencies {
  readonly sql: Sql;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: { readonly appUrl: string };
}

/** The activities of the flow of a workspace that no person owns. Safe to repeat. */
export interface UnclaimedActivities {
  /** Makes a workspace inactive whose time is over, and returns its state. */
  settleUnclaimed(workspaceId: string): Promise<UnclaimedStanding>;
  /**
   * Mails the owners that it becomes inactive: once on day 23, once on day 29.
   * @throws MailUnavailable the mail provider is away
   */
  mailUnclaimed(workspaceId: string): Promise<void>;
}

export const createUnclaimedActivities = ({
  sql,
  mailer,
  service,
  links,
}: UnclaimedDependencies): UnclaimedActivities => ({
  settleUnclaimed: (workspaceId) => settleUnclaimed(sql, workspaceId),
  mailUnclaimed: async (workspaceId) => {
    const due = await readUnclaimedMail(sql, workspaceId);
    if (!due) return;
    const { kind, workspaceName, since, owners } = due;
    for (const { id: ownerId, email } of owners) {
      const reader = await readMailReader(sql, email);
      const mail = { kind, reader, workspaceId, workspaceName, sinceMs: since.getTime(), ownerId, to: email };
      await deliver(mailer, renderUnclaimed(service, { ...mail, loginUrl: `${links.appUrl}/login` }));
    }
    await markUnclaimedMailed(sql, workspaceId, kind);
  },
});

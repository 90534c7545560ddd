import type { Sql } from 'postgres';
import { PLANS } from '../../domain/billing/plans.ts';
import type { TrialStanding } from '../../domain/billing/trial.ts';
import type { MailService } from '../../domain/mail/mail.ts';
import { readMailReader } from '../../store/accounts/mail-reader.ts';
import { markTrialMailed, readTrialMail, settleTrial } from '../../store/billing/trials.ts';
import { deliver, type Mailer } from '../mail/send.ts';
import { renderTrial } from '../mail/trial-message.ts';

export interface TrialDependencies {
  readonly sql: Sql;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: { readonly appUrl: string };
}

/** The activities of the trial flow. Safe to repeat. */
export interface TrialActivities {
  /** Ends a trial whose time is over, and returns its state. */
  settleTrial(workspaceId: string): Promise<TrialStanding>;
  /**
   * Mails the owners what they should know by now: that the trial ends soon, or that it is over.
   * @throws MailUnavailable the mail provider is away
   */
  mailTrial(workspaceId: string): Promise<void>;
}

export const createTrialActivities = ({ sql, mailer, service, links }: TrialDependencies): TrialActivities => ({
  settleTrial: (workspaceId) => settleTrial(sql, workspaceId),
  mailTrial: async (workspaceId) => {
    const due = await readTrialMail(sql, workspaceId);
    if (!due) return;
    const { kind, workspaceName, plan, endsAt, owners } = due;
    const facts = { kind, workspaceId, workspaceName, planName: PLANS[plan].name, endsAtMs: endsAt.getTime() };
    for (const { id, email, timezone } of owners) {
      const { language, region } = await readMailReader(sql, email);
      const mail = { ...facts, language, region, ownerId: id, to: email, timezone, plansUrl: `${links.appUrl}/plans` };
      await deliver(mailer, renderTrial(service, mail));
    }
    await markTrialMailed(sql, workspaceId, kind);
  },
});

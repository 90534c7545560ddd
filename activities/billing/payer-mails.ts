import type { Sql } from 'postgres';
import { PLANS } from '../../domain/billing/plans.ts';
import type { MailService } from '../../domain/mail/mail.ts';
import { readMailReader } from '../../store/accounts/mail-reader.ts';
import { markFailuresMailed, readFailureMail } from '../../store/billing/failed-payments.ts';
import { markChangesMailed, readChangeMail } from '../../store/billing/subscription-changes.ts';
import { markSubscriptionMailed, readSubscriptionMail } from '../../store/billing/subscription-mails.ts';
import { renderPaymentFailed } from '../mail/payment-failed-message.ts';
import { renderPlanChange } from '../mail/plan-change-message.ts';
import { deliver, type Mailer } from '../mail/send.ts';
import { renderSubscription } from '../mail/subscription-message.ts';

export interface PayerMailDependencies {
  readonly sql: Sql;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: { readonly appUrl: string };
}

/** The section *Plan* of this workspace: who pays may have several. */
const planUrl = (appUrl: string, slug: string): string => `${appUrl}/settings/billing?workspace=${slug}`;

/** Mails those who pay what they should know by now. Safe to repeat. @throws MailUnavailable the mail provider is away */
export async function mailPayers(dependencies: PayerMailDependencies, workspaceId: string): Promise<void> {
  await mailChanges(dependencies, workspaceId);
  await mailMissing(dependencies, workspaceId);
  await mailFailed(dependencies, workspaceId);
}

/** A payment that takes days did not come. The link opens the same choice again. */
async function mailFailed({ sql, mailer, service, links }: PayerMailDependencies, workspaceId: string): Promise<void> {
  const due = await readFailureMail(sql, workspaceId);
  if (!due) return;
  const { intentId, purchase, quantity, workspaceName, workspaceSlug, plan, payers } = due;
  const again = purchase.kind === 'plan' ? `&plan=${purchase.plan}&members=${quantity}` : '';
  const facts = { intentId, purchase, quantity, workspaceId, workspaceName, planName: PLANS[plan].name };
  const url = `${links.appUrl}/settings/billing?workspace=${workspaceSlug}${again}`;
  for (const { id, email } of payers) {
    const { language } = await readMailReader(sql, email);
    await deliver(mailer, renderPaymentFailed(service, { ...facts, payerId: id, to: email, url, language }));
  }
  await markFailuresMailed(sql, due.intentIds);
}

async function mailMissing({ sql, mailer, service, links }: PayerMailDependencies, workspaceId: string): Promise<void> {
  const due = await readSubscriptionMail(sql, workspaceId);
  if (!due) return;
  const { kind, workspaceName, workspaceSlug, plan, locksAt, incident, payers } = due;
  const facts = {
    kind,
    workspaceId,
    workspaceName,
    incident,
    planName: PLANS[plan].name,
    locksAtMs: locksAt.getTime(),
  };
  for (const { id, email, timezone } of payers) {
    const { language, region } = await readMailReader(sql, email);
    const url = planUrl(links.appUrl, workspaceSlug);
    const mail = { ...facts, payerId: id, to: email, timezone, language, region, url };
    await deliver(mailer, renderSubscription(service, mail));
  }
  await markSubscriptionMailed(sql, workspaceId, kind);
}

async function mailChanges({ sql, mailer, service, links }: PayerMailDependencies, workspaceId: string): Promise<void> {
  const due = await readChangeMail(sql, workspaceId);
  if (!due) return;
  const { changes, workspaceName, workspaceSlug, payers } = due;
  for (const { id, email, timezone } of payers) {
    const { language, region } = await readMailReader(sql, email);
    const mail = {
      changes,
      ...{ language, region },
      workspaceId,
      workspaceName,
      payerId: id,
      to: email,
      timezone,
      url: planUrl(links.appUrl, workspaceSlug),
    };
    await deliver(mailer, renderPlanChange(service, mail));
  }
  await markChangesMailed(
    sql,
    changes.map(({ id }) => id),
  );
}

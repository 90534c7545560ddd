import { AppError } from '../../../schemas/errors.ts';
import type { checkout } from '../../../schemas/operations/billing/checkout.ts';
import { readBuyer, replaceCustomer, saveCustomer } from '../../../store/billing/customers.ts';
import { notePortalSession } from '../../../store/billing/page-caps.ts';
import { readSubscriptionId } from '../../../store/billing/subscriptions.ts';
import type { Handler } from '../../core/handler.ts';
import { paymentsAway, paymentsMissing, paymentsRefuse, tooManyPages } from './refusals.ts';
import { portalReturnUrl } from './return-urls.ts';

export const createPortalSession: Handler<typeof checkout.createPortalSession> = async (context, input) => {
  const { sql, actor, paymentPages, log } = context;
  if (paymentPages === null) throw paymentsMissing();
  const returnUrl = await portalReturnUrl(context, input.returnUrl);
  const buyer = await readBuyer(sql, actor.workspaceId);
  if (!buyer) throw new AppError('auth.required', 'This workspace no longer exists.', { reason: 'workspace_gone' });
  const over = await notePortalSession(sql, actor.workspaceId);
  if (over) throw tooManyPages(over);
  const isPaying = (await readSubscriptionId(sql, actor.workspaceId)) !== null;
  const outcome = await paymentPages.openPortal({ ...buyer, isPaying }, returnUrl);
  if ('failed' in outcome) {
    if (outcome.failed === 'away') throw paymentsAway();
    log.warn({ code: outcome.code, workspaceId: actor.workspaceId }, 'the payment provider refused to open a page');
    throw paymentsRefuse(outcome.code);
  }
  if (buyer.customerId === null) {
    const receiptsTo = { email: buyer.email, userId: buyer.ownerId };
    await saveCustomer(sql, actor.workspaceId, outcome.customerId, receiptsTo);
  } else if (buyer.customerId !== outcome.customerId)
    await replaceCustomer(sql, actor.workspaceId, { gone: buyer.customerId, customerId: outcome.customerId });
  return { url: outcome.url };
};

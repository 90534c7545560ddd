import { AppError } from '../../../schemas/errors.ts';
import type { checkout } from '../../../schemas/operations/billing/checkout.ts';
import { readBuyer } from '../../../store/billing/customers.ts';
import type { Handler } from '../../core/handler.ts';
import { paymentsAway, paymentsMissing, paymentsRefuse } from './refusals.ts';
import { requireReturnUrl } from './return-urls.ts';

const nothingBought = (): AppError =>
  new AppError('resource.conflict', 'Nothing was bought yet, so there is nothing to manage. start_checkout begins.', {
    reason: 'nothing_bought',
  });

export const createPortalSession: Handler<typeof checkout.createPortalSession> = async (context, input) => {
  const { sql, actor, paymentPages } = context;
  if (paymentPages === null) throw paymentsMissing();
  const returnUrl = requireReturnUrl(context, 'returnUrl', input.returnUrl, '/#plan');
  const buyer = await readBuyer(sql, actor.workspaceId);
  if (!buyer?.customerId) throw nothingBought();
  const outcome = await paymentPages.openPortal({ customerId: buyer.customerId, returnUrl });
  if ('url' in outcome) return outcome;
  throw outcome.failed === 'away' ? paymentsAway() : paymentsRefuse(outcome.code);
};

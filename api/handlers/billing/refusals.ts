import { AppError } from '../../../schemas/errors.ts';
import type { OverPageCap } from '../../../store/billing/page-caps.ts';
import { limited } from '../../core/limit-errors.ts';

export const noSuchCheckout = (): AppError =>
  new AppError('resource.not_found', 'This workspace has no such checkout. start_checkout makes one.', {
    reason: 'checkout_not_found',
    field: 'intentId',
  });

export const paymentsAway = (): AppError =>
  new AppError(
    'service.unavailable',
    'The payment provider does not answer right now. Repeat the same call in a moment: it does nothing twice.',
    { dependency: 'payment', retryAfterSeconds: 5 },
  );

/** Operators find the word in the log, and in the flow's history. */
export const paymentsRefuse = (code: string): AppError =>
  new AppError(
    'service.unavailable',
    `The payment provider refuses our request (${code}). Nothing is charged; the operators of this service must look.`,
    { dependency: 'payment', reason: 'payment_refused', retryAfterSeconds: 60 },
  );

export const paymentsMissing = (): AppError =>
  new AppError('service.unavailable', 'Nothing can be bought at this installation: no payment provider is set up.', {
    ...{ dependency: 'payment', reason: 'payments_not_configured', retryAfterSeconds: 3_600 },
  });

export const replacedMeanwhile = (): AppError =>
  new AppError(
    'resource.conflict',
    'Another checkout of this workspace took its place meanwhile. Start it again if you want this one.',
    {
      reason: 'checkout_replaced',
    },
  );

export const restoreFirst = (): AppError =>
  new AppError(
    'resource.conflict',
    'This workspace is deleted, so nothing can be bought for it. An owner restores it first, in the browser (POST /workspace/restore).',
    { reason: 'workspace_deleted' },
  );

export const paidMeanwhile = (): AppError =>
  new AppError(
    'resource.conflict',
    'This was paid meanwhile: get_billing shows it. Make the same call again only to buy it once more.',
    { reason: 'checkout_completed' },
  );

export const paymentUnderWay = (): AppError =>
  new AppError(
    'resource.conflict',
    'A person has paid this by a way that takes days; the money is on its way. Wait for it: get_checkout shows when it came, or failed.',
    { reason: 'payment_under_way' },
  );

export const nothingToChange = (): AppError =>
  new AppError(
    'resource.conflict',
    'This is what is paid already: plan, interval and members are the same. Choose something else.',
    {
      reason: 'nothing_to_change',
    },
  );

export const subscriptionEnds = (): AppError =>
  new AppError(
    'resource.conflict',
    'The subscription is canceled and ends with its period. Take the cancellation back first: create_portal_session has the page.',
    { reason: 'subscription_ends' },
  );

export const paymentMissing = (): AppError =>
  new AppError(
    'resource.conflict',
    'A payment of this subscription is missing. A person pays it first, on the page of create_portal_session; then the plan can change.',
    { reason: 'payment_missing' },
  );

export const specialPlan = (): AppError =>
  new AppError(
    'resource.conflict',
    'This workspace pays a price that was agreed with the operators of this service, and a plan would be charged beside it. Ask them to change it.',
    { reason: 'special_plan' },
  );

export const paidAlready = (): AppError =>
  new AppError(
    'resource.conflict',
    'A plan of this workspace is paid already, and this service has just learned of it: nothing is charged again. get_billing shows the plan; to change it, call start_checkout once more.',
    { reason: 'paid_already' },
  );

export const packRuns = (): AppError =>
  new AppError(
    'resource.conflict',
    'This pack is paid each month already, and would be charged twice. Choose another one, or end it first on the page of create_portal_session.',
    { reason: 'pack_runs', field: 'catalogId' },
  );

export const tooManyPages = (cap: OverPageCap): AppError =>
  limited(cap.what === 'checkouts' ? 'checkouts' : 'portalSessions', cap);

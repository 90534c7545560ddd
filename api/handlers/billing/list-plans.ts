import { packOffers, planOffers } from '../../../domain/billing/offers.ts';
import type { billing } from '../../../schemas/operations/billing/billing.ts';
import type { Handler } from '../../core/handler.ts';
import { plansUrl } from './plans-url.ts';

export const listPlans: Handler<typeof billing.listPlans> = async ({ urls }) => ({
  plans: planOffers(),
  packs: packOffers(),
  plansUrl: plansUrl(urls),
});

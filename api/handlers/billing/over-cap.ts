import { fitsFrom } from '../../../domain/billing/plan.ts';
import { PLANS } from '../../../domain/billing/plans.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { GatedFeature } from '../../../schemas/shapes/plan.ts';
import type { OverPlanCap } from '../../../store/billing/plan-room.ts';
import type { Urls } from '../../core/urls.ts';
import { plansUrl } from './plans-url.ts';

interface FeatureWords {
  readonly one: string;
  readonly many: string;
  readonly reason: string;
  /** How to make room. */
  readonly repair: string;
}

const WORDS: Readonly<Record<GatedFeature, FeatureWords>> = {
  members: {
    ...{ one: 'member', many: 'members', reason: 'member_cap_reached' },
    repair: 'Open invitations count. Remove a member or an invitation (remove_member)',
  },
  eventTypes: {
    ...{ one: 'event type', many: 'event types', reason: 'event_type_cap_reached' },
    repair: 'Archive one (archive_event_type)',
  },
  teams: { one: 'team', many: 'teams', reason: 'team_cap_reached', repair: 'Delete one (delete_team)' },
  agentSeats: {
    ...{ one: 'agent seat', many: 'agent seats', reason: 'seat_cap_reached' },
    repair: 'Revoke one (revoke_agent_seat)',
  },
  webhooks: { one: 'webhook', many: 'webhooks', reason: 'webhook_cap_reached', repair: 'Delete one (delete_webhook)' },
  remindersPerEventType: {
    ...{ one: 'reminder an event type', many: 'reminders an event type', reason: 'reminder_cap_reached' },
    repair: 'Leave one out',
  },
};

/** The 402 of all gates. `cap` is the number, `feature` says of what. */
export function overPlanCap({ feature, cap, used, plan }: OverPlanCap, urls: Pick<Urls, 'appUrl'>): AppError {
  const { one, many, reason, repair } = WORDS[feature];
  const larger = fitsFrom(feature, used + 1, plan);
  const upgradeUrl = plansUrl(urls);
  const are = `${used} ${used === 1 ? 'is' : 'are'} there`;
  const room = cap === 0 ? `has no ${many}` : `has room for ${cap} ${cap === 1 ? one : many}, and ${are}`;
  // A plan that is paid for each member has room for those who are paid.
  const choice = larger === plan ? `${PLANS[plan].name} for ${used + 1} members` : larger && PLANS[larger].name;
  const wayOut = [
    ...(cap === 0 ? [] : [repair]),
    ...(choice === null ? [] : [`${cap === 0 ? 'Choose' : 'choose'} ${choice} or more at ${upgradeUrl}`]),
  ];
  return new AppError('billing.upgrade_required', `The plan ${PLANS[plan].name} ${room}. ${wayOut.join(', or ')}.`, {
    ...{ reason, feature, cap, used, plan, fitsFrom: larger, upgradeUrl },
  });
}

import type { OutputOf } from '../../data/call.ts';
import { dayOf } from '../../parts/words.ts';
import { type Membership, ROLE_WORDS } from './choice.ts';

type View = OutputOf<'getWorkspace'>;

const PLAN_WORDS = { free: 'Free', starter: 'Starter', plus: 'Plus', growth: 'Growth' } as const;

function planWords({ workspace: { plan, subscriptionStatus, trialEndsAt } }: View): string {
  const name = `${PLAN_WORDS[plan]} plan`;
  if (subscriptionStatus === 'trialing' && trialEndsAt !== null) return `${name}, trial until ${dayOf(trialEndsAt)}`;
  if (subscriptionStatus === 'past_due') return `${name}, payment is due`;
  if (subscriptionStatus === 'inactive') return `${name}, unpaid: guests cannot book`;
  return name;
}

/** "You are ada, owner · Free plan". @param view null: not known yet */
export const standingWords = (membership: Membership, view: View | null): string =>
  `You are ${membership.username}, ${ROLE_WORDS[membership.role].toLowerCase()}${view ? ` · ${planWords(view)}` : ''}`;

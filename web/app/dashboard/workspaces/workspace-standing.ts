import { workspaceStandingWords as say } from '../../../../texts/en/dashboard/workspaces.ts';
import type { OutputOf } from '../../data/call.ts';
import { dayOf } from '../../parts/words.ts';
import { type Membership, type Person, ROLE_WORDS } from './choice.ts';

type View = OutputOf<'getWorkspace'>;

const PLAN_WORDS = { free: 'Free', starter: 'Starter', plus: 'Plus', growth: 'Growth' } as const;

function planWords({ workspace: { plan, subscriptionStatus, trialEndsAt } }: View): string {
  const name = say.plan(PLAN_WORDS[plan]);
  if (subscriptionStatus === 'trialing' && trialEndsAt !== null) return `${name}, ${say.trial(dayOf(trialEndsAt))}`;
  if (subscriptionStatus === 'past_due') return `${name}, ${say.due}`;
  if (subscriptionStatus === 'inactive') return `${name}, ${say.unpaid}`;
  return name;
}

/** "You are Ada Lovelace, owner · Free plan". @param view null: not known yet */
export const standingWords = (person: Person, membership: Membership, view: View | null): string =>
  `${say.you(person.name.trim() || membership.username, ROLE_WORDS[membership.role])}${view ? ` · ${planWords(view)}` : ''}`;

import type { OutputOf } from '../../data/call.ts';
import { pageWords } from '../../parts/page-words.ts';
import { dayOf } from '../../parts/words.ts';
import { type Membership, type Person, ROLE_WORDS } from './choice.ts';

const say = pageWords(
  {
    plan: (name: string) => `${name} plan`,
    trial: (day: string) => `trial until ${day}`,
    due: 'payment is due',
    unpaid: 'unpaid: guests cannot book',
    you: (name: string, role: string) => `You are ${name}, ${role.toLowerCase()}`,
  },
  {
    plan: (name: string) => `Tarif ${name}`,
    trial: (day: string) => `Testphase bis ${day}`,
    due: 'Zahlung ist fällig',
    unpaid: 'unbezahlt: Gäste können nicht buchen',
    you: (name: string, role: string) => `Sie sind ${name}, ${role}`,
  },
);

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

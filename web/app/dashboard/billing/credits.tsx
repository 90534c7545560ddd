import { useState } from 'react';
import type { OutputOf } from '../../data/call.ts';
import { dayOf } from '../../parts/words.ts';
import type { Membership } from '../workspaces/choice.ts';
import { BuyCredits } from './buy-credits.tsx';

export type Lot = OutputOf<'listCredits'>['lots'][number];

interface CreditsProps {
  readonly billing: OutputOf<'getBilling'>;
  readonly lots: readonly Lot[];
  readonly workspace: Membership;
}

/** How many credits are left and when they end, in the order in which they are spent; and the way to more. */
export function Credits({ billing: { credits, packs }, lots, workspace }: CreditsProps) {
  const [buying, setBuying] = useState(false);
  const { left } = credits;
  return (
    <div className="plan-part">
      <h3>Credits</h3>
      <p className="small none">
        <strong>{left === 0 ? 'None left' : `${left} left`}</strong>, for looking up guests before a meeting.
      </p>
      {lots.length > 0 && (
        <ul className="rows use" aria-label="Credits that are left">
          {lots.map((lot, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lots have no ids, and rows no state
            <li key={`${index} ${lot.expiresAt}`}>
              <span className="small">
                {lot.remaining} of {lot.amount} {SOURCES[lot.source]}
              </span>
              <span className="small quiet">until {dayOf(lot.expiresAt)}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="actions">
        <button type="button" className="button second compact" onClick={() => setBuying(true)}>
          Buy credits
        </button>
      </div>
      {buying && <BuyCredits workspace={workspace} packs={packs} onClose={() => setBuying(false)} />}
    </div>
  );
}

const SOURCES: Readonly<Record<Lot['source'], string>> = {
  trial: 'from the trial',
  plan: 'from the plan',
  pack: 'bought once',
  pack_subscription: 'bought each month',
};

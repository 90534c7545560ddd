import { useState } from 'react';
import type { OutputOf } from '../../data/call.ts';
import { dayOf } from '../../parts/words.ts';
import type { Membership } from '../workspaces/choice.ts';
import { BuyCredits } from './buy-credits.tsx';

interface CreditsProps {
  readonly billing: OutputOf<'getBilling'>;
  readonly workspace: Membership;
}

/** How many credits are left, and the way to more. */
export function Credits({ billing: { credits, packs }, workspace }: CreditsProps) {
  const [buying, setBuying] = useState(false);
  const { left, nextEndsAt } = credits;
  return (
    <div className="plan-part">
      <h3>Credits</h3>
      <p className="small none">
        <strong>{left === 0 ? 'None left' : `${left} left`}</strong>, for looking up guests before a meeting.
        {nextEndsAt !== null && left > 0 && <span className="quiet"> The first end on {dayOf(nextEndsAt)}.</span>}
      </p>
      <div className="actions">
        <button type="button" className="button second compact" onClick={() => setBuying(true)}>
          Buy credits
        </button>
      </div>
      {buying && <BuyCredits workspace={workspace} packs={packs} onClose={() => setBuying(false)} />}
    </div>
  );
}

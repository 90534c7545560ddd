import { useState } from 'react';
import { creditsWords as say } from '../../../../texts/en/dashboard/billing.ts';
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
      <h3>{say.title}</h3>
      <p className="small none">
        <strong>{left === 0 ? say.none : say.left(left)}</strong>, {say.for}
      </p>
      {lots.length > 0 && (
        <ul className="rows use" aria-label={say.list}>
          {lots.map((lot, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lots have no ids, and rows no state
            <li key={`${index} ${lot.expiresAt}`}>
              <span className="small">{say.of(lot.remaining, lot.amount, SOURCES[lot.source])}</span>
              <span className="small quiet">{say.until(dayOf(lot.expiresAt))}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="actions">
        <button type="button" className="button second compact" onClick={() => setBuying(true)}>
          {say.buy}
        </button>
      </div>
      {buying && <BuyCredits workspace={workspace} packs={packs} onClose={() => setBuying(false)} />}
    </div>
  );
}

const SOURCES: Readonly<Record<Lot['source'], string>> = {
  trial: say.trial,
  plan: say.plan,
  pack: say.pack,
  pack_subscription: say.monthly,
};

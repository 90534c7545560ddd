import { useState } from 'react';
import { keptWebhooksWords as say } from '../../../../texts/en/dashboard/access.ts';
import type { OutputOf } from '../../data/call.ts';
import { Confirm } from '../../parts/confirm.tsx';

export type Kept = OutputOf<'revokeApiKey'>['kept'];

interface Offer {
  readonly kept: Kept;
  /** the same call, which also switches them off */
  readonly switchOff: () => Promise<unknown>;
}

/** Offers to switch off webhooks that access had set which has ended. */
export function useKeptWebhooks() {
  const [offer, setOffer] = useState<Offer | null>(null);
  return {
    /** Opens the dialog if there are any. */
    offer: (kept: Kept, switchOff: () => Promise<unknown>): void => {
      if (kept.webhookCount > 0) setOffer({ kept, switchOff });
    },
    dialog: offer && <KeptWebhooks {...offer} onClose={() => setOffer(null)} />,
  };
}

function KeptWebhooks({ kept, switchOff, onClose }: Offer & { readonly onClose: () => void }) {
  const { webhookCount, webhooks } = kept;
  return (
    <Confirm
      title={say.title(webhookCount)}
      verb={say.off(webhookCount)}
      close={say.leave}
      onClose={onClose}
      act={async () => {
        await switchOff();
      }}
    >
      <p>{say.text}</p>
      <ul className="points">
        {webhooks.map(({ id, host }) => (
          <li key={id}>
            <bdi>{host}</bdi>
          </li>
        ))}
      </ul>
      {webhookCount > webhooks.length && <p className="small quiet">{say.more(webhookCount - webhooks.length)}</p>}
    </Confirm>
  );
}

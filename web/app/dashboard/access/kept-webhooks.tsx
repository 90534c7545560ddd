import { useState } from 'react';
import type { OutputOf } from '../../data/call.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { pageWords } from '../../parts/page-words.ts';

const say = pageWords(
  {
    title: (count: number) => (count === 1 ? '1 webhook is still on' : `${count} webhooks are still on`),
    text: 'Set with the access that just ended, and still sending what happens here, with guests’ names and answers, to:',
    more: (count: number) => `and ${count} more`,
    off: (count: number): string => (count === 1 ? 'Switch it off, too' : 'Switch these webhooks off, too'),
    leave: 'Leave on',
  },
  {
    title: (count: number) => (count === 1 ? '1 Webhook ist noch an' : `${count} Webhooks sind noch an`),
    text: 'Eingestellt mit dem Zugang, der eben geendet hat. Gesendet wird weiter, was hier geschieht, mit Namen und Antworten der Gäste, an:',
    more: (count: number) => `und ${count} weitere`,
    off: (count: number): string => (count === 1 ? 'Auch ausschalten' : 'Diese Webhooks auch ausschalten'),
    leave: 'Anlassen',
  },
);

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

import { useState } from 'react';
import { PLANS } from '../../../../domain/billing/plans.ts';
import { webhookWords as say } from '../../../../texts/en/dashboard/webhooks.ts';
import type { Load } from '../../data/use-load.ts';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Section } from '../../parts/section.tsx';
import { useOpenedBy } from '../../parts/use-opened-by.ts';
import { useWorkspaceView } from '../workspaces/dashboard-context.ts';
import { EndpointRow } from './endpoint-row.tsx';
import { NewEndpoint } from './new-endpoint.tsx';
import type { Webhook } from './webhook.ts';

interface EndpointsSectionProps {
  readonly list: Load<readonly Webhook[]>;
}

/** The addresses that get events, and how many more the plan allows. */
export function EndpointsSection({ list }: EndpointsSectionProps) {
  const [isAdding, setAdding] = useOpenedBy('webhook');
  const [secret, setSecret] = useState<string | null>(null);
  const { done, gone, report } = useDone();
  const changed = (said: string) => report(said, list.reload);
  const cap = useCap();
  const add = (
    <button type="button" className="button compact" onClick={() => setAdding(true)}>
      {say.add}
    </button>
  );
  return (
    <Section title={say.endpoints} hint={say.endpointsHint} action={add} done={done} gone={gone}>
      <LoadState {...list} what={say.loading}>
        {(endpoints) => (
          <>
            {cap && <p className="small quiet none">{say.used(endpoints.length, cap.most, cap.plan)}</p>}
            {endpoints.length === 0 && (
              <div className="empty">
                <p>
                  <strong>{say.noneYet}</strong>
                </p>
                <p className="quiet small">{say.noneText}</p>
              </div>
            )}
            <ul className="rows webhooks" aria-label={say.endpoints}>
              {endpoints.map((endpoint) => (
                <EndpointRow key={endpoint.id} {...{ endpoint }} onChanged={changed} onSecret={setSecret} />
              ))}
            </ul>
          </>
        )}
      </LoadState>
      {isAdding && <NewEndpoint onCreated={setSecret} reload={list.reload} onClose={() => setAdding(false)} />}
      {secret !== null && (
        <Secret
          title={say.secretTitle}
          secret={secret}
          hint={say.secretHint}
          once={say.secretOnce}
          what={say.secretWhat}
          onClose={() => setSecret(null)}
        />
      )}
    </Section>
  );
}

/** What the plan allows; null: not known yet. */
function useCap(): { readonly most: number; readonly plan: string } | null {
  const { state } = useWorkspaceView();
  if (state.status !== 'ready') return null;
  const { name, caps } = PLANS[state.data.workspace.plan];
  return typeof caps.webhooks === 'number' ? { most: caps.webhooks, plan: name } : null;
}

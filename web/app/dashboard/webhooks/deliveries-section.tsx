import { useNavigate } from '@tanstack/react-router';
import { nameWords, webhookWords as say } from '../../../../texts/en/dashboard/webhooks.ts';
import { useApi } from '../../data/api-context.ts';
import { useLoad } from '../../data/use-load.ts';
import { useDone } from '../../parts/done.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { zoneHere } from '../../parts/words.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { type DeliveryState, STATES, shortUrl, type Webhook } from './webhook.ts';

const PAGE = 20;
const LOOKS_EVERY_SECONDS = 10;

interface Search {
  readonly endpoint?: string;
  readonly state?: string;
  readonly cursor?: string;
}

interface DeliveriesSectionProps {
  readonly endpoints: readonly Webhook[];
  readonly search: Search;
}

/** What was sent, and what came back; the address has the filters. */
export function DeliveriesSection({ endpoints, search }: DeliveriesSectionProps) {
  const navigate = useNavigate();
  const { endpoint, cursor } = search;
  const state = STATES.find((one) => one === search.state);
  const load = useDeliveries({ endpoint, state, cursor });
  const { done, report } = useDone();
  const show = (change: Search): void => {
    const next = Object.entries({ ...search, cursor: undefined, ...change });
    const given = next.filter((pair): pair is [string, string] => Boolean(pair[1]));
    void navigate({ to: '/settings/webhooks', search: Object.fromEntries(given), resetScroll: false });
  };
  const isFiltered = endpoint !== undefined || state !== undefined;
  return (
    <Section title={say.deliveries} hint={say.deliveriesHint(zoneHere())} anchor="deliveries" done={done}>
      <div className="actions activity-filters">
        <label>
          {say.endpoint}
          <select value={endpoint ?? ''} onChange={(event) => show({ endpoint: event.currentTarget.value })}>
            <option value="">{say.anyEndpoint}</option>
            {endpoints.map(({ id, url }) => (
              <option key={id} value={id}>
                {shortUrl(url)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {say.state}
          <select value={state ?? ''} onChange={(event) => show({ state: event.currentTarget.value })}>
            <option value="">{say.anyState}</option>
            {STATES.map((one) => (
              <option key={one} value={one}>
                {nameWords.states[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <LoadState {...load} what={say.loadingDeliveries}>
        {({ deliveries, nextCursor }) => (
          <>
            {deliveries.length === 0 && <p className="quiet none">{isFiltered ? say.noMatch : say.noDeliveries}</p>}
            <ul className="rows webhook-deliveries" aria-label={say.deliveries}>
              {deliveries.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  endpoint={endpoints.find(({ id }) => id === delivery.webhookId)}
                  onChanged={(said) => report(said, load.reload)}
                />
              ))}
            </ul>
            <div className="actions">
              {cursor !== undefined && (
                <button type="button" className="button second compact" onClick={() => show({})}>
                  {say.newest}
                </button>
              )}
              {nextCursor !== null && (
                <button type="button" className="button second compact" onClick={() => show({ cursor: nextCursor })}>
                  {say.older}
                </button>
              )}
            </div>
          </>
        )}
      </LoadState>
    </Section>
  );
}

interface Asked {
  readonly endpoint: string | undefined;
  readonly state: DeliveryState | undefined;
  readonly cursor: string | undefined;
}

function useDeliveries({ endpoint, state, cursor }: Asked) {
  const { call } = useApi();
  const { workspace } = useDashboard();
  return useLoad(
    `deliveries ${[workspace.id, endpoint, state, cursor].join(' ')}`,
    () =>
      call(
        'listWebhookDeliveries',
        {
          limit: PAGE,
          ...(endpoint !== undefined && { webhookId: endpoint }),
          ...(state !== undefined && { state }),
          ...(cursor !== undefined && { cursor }),
        },
        workspace.id,
      ),
    { everySeconds: LOOKS_EVERY_SECONDS },
  );
}

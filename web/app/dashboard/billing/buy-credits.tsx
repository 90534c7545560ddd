import { useState } from 'react';
import { buyCreditsWords as say } from '../../../../texts/en/dashboard/billing.ts';
import { pageLocale } from '../../booking/page-locale.ts';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import type { Membership } from '../workspaces/choice.ts';
import { BuyingFailure } from './buying-failure.tsx';
import { leaveToPay, returnUrls } from './leaving.ts';

type Pack = OutputOf<'getBilling'>['packs'][number];

interface BuyCreditsProps {
  readonly workspace: Membership;
  readonly packs: readonly Pack[];
  readonly onClose: () => void;
}

/** Which pack; then the payment provider's page, where the person pays. */
export function BuyCredits({ workspace, packs, onClose }: BuyCreditsProps) {
  const { call } = useApi();
  const once = packs.filter(({ paid }) => paid === 'once');
  const [catalogId, setCatalogId] = useState(once[0]?.catalogId ?? 'enrichment_pack_50');
  const action = useAction(async () => {
    const wish = { catalogId, ...returnUrls(workspace) };
    const { intentId, url } = await call('startEnrichmentCheckout', wish, workspace.id);
    leaveToPay({ kind: 'pack', workspaceId: workspace.id, intentId }, url);
  });
  const chosen = packs.find((pack) => pack.catalogId === catalogId);
  return (
    <FormDialog
      title={say.title}
      action={action}
      submit={say.submit}
      onClose={onClose}
      failure={(error) => <BuyingFailure error={error} workspace={workspace} />}
    >
      <div className="field">
        <label htmlFor="pack">{say.credits}</label>
        <select
          id="pack"
          value={catalogId}
          onChange={({ currentTarget }) => setCatalogId(currentTarget.value as Pack['catalogId'])}
        >
          <optgroup label={say.once}>
            <Packs packs={once} />
          </optgroup>
          <optgroup label={say.monthly}>
            <Packs packs={packs.filter(({ paid }) => paid === 'monthly')} />
          </optgroup>
        </select>
      </div>
      {chosen && (
        <p className="price-line" role="status">
          <strong>{priceOf(chosen)}</strong>
          {say.vat} {chosen.paid === 'once' ? say.last : say.end}
        </p>
      )}
    </FormDialog>
  );
}

const Packs = ({ packs }: { readonly packs: readonly Pack[] }) =>
  packs.map(({ catalogId, credits, usd, paid }) => (
    <option key={catalogId} value={catalogId}>
      {say.pack(credits.toLocaleString(pageLocale().tag), usd, paid === 'monthly')}
    </option>
  ));

const priceOf = ({ usd, paid }: Pack): string => (paid === 'once' ? say.price(usd) : say.aMonth(usd));

import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { startWords as words } from '../../../../texts/en/dashboard/first-run.ts';
import { PlaceHead } from '../place-head.tsx';
import { ImportDialog } from '../workspaces/import-dialog.tsx';
import { ImportOffer } from '../workspaces/import-offer.tsx';
import { EventStep } from './event-step.tsx';
import { HoursStep } from './hours-step.tsx';
import { NameStep } from './name-step.tsx';
import { rememberSkipped } from './new-host.ts';
import { useSettleLink } from './use-settled-link.ts';

const LAST = 3;

/** /start: from the first sign-in to a link that can be shared, and a sample of what comes of it. `?step=2`: the second step. */
export function StartPage() {
  const { step } = useSearch({ strict: false });
  const navigate = useNavigate();
  const current = Math.min(LAST, Math.max(1, Number(step) || 1));
  const goTo = (next: number) => navigate({ to: '/start', search: { step: String(next) } });
  const settle = useSettleLink();
  const [isImporting, setImporting] = useState(false);
  const leave = () => {
    rememberSkipped();
    // It may be shared from now on. Should it fail, the next copy says it again.
    void settle().catch(() => {});
    void navigate({ to: '/meetings', search: {} });
  };
  const skip = (
    <button type="button" className="button second compact" onClick={leave}>
      {words.skip}
    </button>
  );
  return (
    <>
      <PlaceHead title={words.title} lead={words.lead} action={current < LAST && skip} />
      {current === 1 && (
        <>
          <NameStep onDone={() => goTo(2)} />
          <ImportOffer onOpen={() => setImporting(true)} />
        </>
      )}
      {current === 2 && <HoursStep onBack={() => void goTo(1)} onDone={() => goTo(LAST)} />}
      {current === LAST && <EventStep onBack={() => void goTo(2)} />}
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}

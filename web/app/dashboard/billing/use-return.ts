import { useEffect, useState } from 'react';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import type { Membership } from '../workspaces/choice.ts';
import { type CameBack, hasErrand, type Return } from './leaving.ts';

/** What became of the payment that the person left for. null: there is nothing to say. */
export type PaymentNews =
  | { readonly state: 'paid'; readonly kind: 'plan' | 'pack' }
  | {
      readonly state:
        | 'asking'
        | 'at the bank'
        | 'nothing paid'
        | 'not known'
        | 'not told'
        | 'from the portal'
        | 'thanks';
    }
  | null;

/** The payment provider tells us within a second or two; once more for a slow day. */
const WAITS_SECONDS = [10, 20] as const;
/** Without a checkout to wait for, the plan is read again after these times. */
const LOOKS_MS = [1_500, 4_000, 9_000] as const;

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Back from the payment page: says what became of it. The plan is shown at once, and again when the payment has come. */
export function useReturn(workspace: Membership, arrival: Return, reload: () => Promise<void>): PaymentNews {
  const { call } = useApi();
  const [news, setNews] = useState<PaymentNews>(null);
  useComeBackByHistory();
  // Once for a visit: how the person came back is read from the address once, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const visit = { isOver: false };
    const tell = (next: PaymentNews): void => {
      if (!visit.isOver) setNews(next);
    };
    const { errand, cameBack } = arrival;
    if (errand !== null && errand.kind !== 'portal') {
      const ask = (waitSeconds: number) =>
        call('getCheckout', { intentId: errand.intentId, waitSeconds }, workspace.id);
      follow({ ask, tell, reload, visit, cameBack, kind: errand.kind }).catch(() => tell({ state: 'not told' }));
    } else if (errand?.kind === 'portal' || cameBack === 'done') {
      tell({ state: errand ? 'from the portal' : 'thanks' });
      void lookAgain(reload, visit);
    } else if (cameBack === 'closed') tell({ state: 'nothing paid' });
    return () => {
      visit.isOver = true;
    };
  }, []);
  return news;
}

interface Following {
  readonly ask: (waitSeconds: number) => Promise<OutputOf<'getCheckout'>>;
  readonly tell: (news: PaymentNews) => void;
  readonly reload: () => Promise<void>;
  readonly visit: { readonly isOver: boolean };
  readonly cameBack: CameBack;
  readonly kind: 'plan' | 'pack';
}

/** Asks until the checkout is over, or the last wait is. */
async function follow({ ask, tell, reload, visit, cameBack, kind }: Following): Promise<void> {
  tell({ state: 'asking' });
  for (const waitSeconds of [0, ...WAITS_SECONDS]) {
    const answer = await ask(waitSeconds);
    if (answer.status === 'completed') {
      await reload();
      return tell({ state: 'paid', kind });
    }
    if (answer.status !== 'pending') return tell({ state: 'nothing paid' });
    if (isAtTheBank(answer)) return tell({ state: 'at the bank' });
    if (cameBack !== 'done') tell({ state: 'nothing paid' });
    if (visit.isOver) return;
  }
  if (cameBack === 'done') tell({ state: 'not known' });
}

async function lookAgain(reload: () => Promise<void>, visit: { readonly isOver: boolean }): Promise<void> {
  for (const ms of LOOKS_MS) {
    await after(ms);
    if (visit.isOver) return;
    await reload();
  }
}

/** A person who may buy always gets the page's address, until somebody has paid there. */
const isAtTheBank = ({ status, url }: OutputOf<'getCheckout'>): boolean => status === 'pending' && url === null;

/** Some browsers keep the page as it was left, dialog and all. What has happened meanwhile is only known after loading it again. */
function useComeBackByHistory(): void {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted && hasErrand()) location.reload();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
}

import { useEffect, useState } from 'react';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import type { Membership } from '../workspaces/choice.ts';
import { type Errand, hasErrand, type Return } from './leaving.ts';

/** What became of the payment that the person left for. null: there is nothing to say. */
export type PaymentNews =
  | { readonly state: 'paid'; readonly kind: 'plan' | 'pack' }
  | { readonly state: 'asking' | 'at the bank' | 'nothing paid' | 'not known' | 'not told' | 'from the portal' | 'thanks' }
  | null;

/** The payment provider tells us within a second or two; once more for a slow day. */
const WAITS_SECONDS = [10, 20] as const;
/** Without a checkout to wait for, the plan is read again after these times. */
const LOOKS_MS = [1_500, 4_000, 9_000] as const;

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Back from the payment page: says what became of it. The plan is shown at once, and again when the payment has come. */
export function useReturn(workspace: Membership, { errand, cameBack }: Return, reload: () => Promise<void>): PaymentNews {
  const { call } = useApi();
  const [news, setNews] = useState<PaymentNews>(null);
  useComeBackByHistory();
  // Once for a visit: what the person came back with is read from the address once, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    let isOver = false;
    const tell = (next: PaymentNews): void => {
      if (!isOver) setNews(next);
    };
    const lookAgain = async (): Promise<void> => {
      for (const ms of LOOKS_MS) {
        await after(ms);
        if (isOver) return;
        await reload();
      }
    };
    const ask = (intentId: string, waitSeconds: number) =>
      call('getCheckout', { intentId, waitSeconds }, workspace.id);
    const follow = async ({ kind, intentId }: Errand & { readonly intentId: string }): Promise<void> => {
      tell({ state: 'asking' });
      let isLast = false;
      for (const waitSeconds of [0, ...WAITS_SECONDS]) {
        const answer = await ask(intentId, waitSeconds);
        if (answer.status === 'completed') {
          await reload();
          return tell({ state: 'paid', kind: kind === 'pack' ? 'pack' : 'plan' });
        }
        if (answer.status !== 'pending') return tell({ state: 'nothing paid' });
        if (isAtTheBank(answer)) return tell({ state: 'at the bank' });
        isLast = waitSeconds === WAITS_SECONDS.at(-1);
        tell({ state: cameBack === 'done' ? (isLast ? 'not known' : 'asking') : 'nothing paid' });
        if (isOver) return;
      }
    };
    if (errand === null) {
      if (cameBack === 'done') tell({ state: 'thanks' });
      if (cameBack === 'closed') tell({ state: 'nothing paid' });
      if (cameBack === 'done') void lookAgain();
    } else if (errand.kind === 'portal') {
      tell({ state: 'from the portal' });
      void lookAgain();
    } else follow(errand).catch(() => tell({ state: 'not told' }));
    return () => {
      isOver = true;
    };
  }, []);
  return news;
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

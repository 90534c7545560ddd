import type { Call, OutputOf } from '../../data/call.ts';
import { inWorkspace, type Membership } from '../workspaces/choice.ts';

const KEY = 'holdfast.payment';

/** What the person left for, in this tab. */
export type Errand =
  | { readonly kind: 'plan' | 'pack'; readonly workspaceId: string; readonly intentId: string }
  | { readonly kind: 'portal'; readonly workspaceId: string };

/** How the address says the person came back. none: by the browser's own way back, or from a mail. */
export type CameBack = 'done' | 'closed' | 'none';

const addressOf = (workspace: Membership, payment?: Exclude<CameBack, 'none'>): string =>
  new URL(`${inWorkspace('/settings/billing', workspace)}${payment ? `&payment=${payment}` : ''}#plan`, location.origin)
    .href;

/** Where the payment page leads: paying and closing look different. */
export const returnUrls = (workspace: Membership) => ({
  successUrl: addressOf(workspace, 'done'),
  cancelUrl: addressOf(workspace, 'closed'),
});

/** Leaves for the payment page of a checkout. */
export function leaveToPay(errand: Errand & { readonly intentId: string }, url: string): void {
  sessionStorage.setItem(KEY, JSON.stringify(errand));
  location.assign(url);
}

/** Leaves for the payment provider's page of card, invoices and the end of the subscription. */
export async function leaveForPortal(call: Call, workspace: Membership): Promise<void> {
  const { url }: OutputOf<'createPortalSession'> = await call(
    'createPortalSession',
    { returnUrl: addressOf(workspace) },
    workspace.id,
  );
  sessionStorage.setItem(KEY, JSON.stringify({ kind: 'portal', workspaceId: workspace.id } satisfies Errand));
  location.assign(url);
}

export const hasErrand = (): boolean => sessionStorage.getItem(KEY) !== null;

export interface Return {
  readonly errand: Errand | null;
  readonly cameBack: CameBack;
  /** A plan was chosen elsewhere: on the page of plans, or where something had no room. null: none. */
  readonly chosen: { readonly plan: string; readonly members: string | null } | null;
}

/** Reads how the person came here, once: the address and the tab forget it, so that loading the page again says nothing twice. */
export function takeReturn(workspace: Membership): Return {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const errand = kept === null ? null : (JSON.parse(kept) as Errand);
  const here = new URL(location.href);
  const payment = here.searchParams.get('payment');
  const plan = here.searchParams.get('plan');
  const chosen = plan === null ? null : { plan, members: here.searchParams.get('members') };
  const isOurs = errand?.workspaceId === workspace.id;
  if (payment !== null || chosen !== null || isOurs) {
    for (const name of ['payment', 'plan', 'members']) here.searchParams.delete(name);
    here.hash = 'plan';
    history.replaceState(history.state, '', here);
  }
  const cameBack = payment === 'done' || payment === 'closed' ? payment : 'none';
  return { errand: isOurs ? errand : null, cameBack, chosen };
}

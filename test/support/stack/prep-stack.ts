import { v7 as uuidv7 } from 'uuid';
import { createLookUpDomain, type LookUpDomain } from '../../../activities/prep/look-up-domain.ts';
import { openOutbound } from '../../../outbound/open-outbound.ts';
import { type InternetStandIn, startInternetStandIn } from '../../../stand-ins/internet/stand-in.ts';
import { grantCredits } from '../../../store/billing/credits.ts';
import { inTransaction } from '../../../store/database.ts';
import type { TestDatabase } from './database.ts';
import { type Stack, type StackOptions, startStack } from './stack.ts';

/** A domain at which our own code breaks. */
export const BREAKS = 'our-code-breaks.com';

/** A domain at which the look-up hangs until the stack is closed. */
export const HANGS = 'the-look-up-hangs.com';

/** The product's look-up, on the stand-in internet. It counts what it is asked. */
export async function startLookUps(): Promise<{
  readonly internet: InternetStandIn;
  readonly asked: string[];
  readonly lookUpDomain: LookUpDomain;
  readonly release: () => void;
}> {
  const internet = await startInternetStandIn();
  const asked: string[] = [];
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const lookUp = createLookUpDomain({
    ...openOutbound({ appUrl: 'https://app.holdfast.test', internetStandInUrl: internet.url }),
    limits: {
      startIntervalMs: 1,
      registryIntervalMs: 1,
      siteIntervalMs: 1,
      // Long: nothing hangs here, and a busy machine is slow.
      dnsMs: 20_000,
      siteMs: 20_000,
      rdapMs: 20_000,
      maxWaitMs: 20_000,
    },
  });
  const lookUpDomain: LookUpDomain = async (domain) => {
    asked.push(domain);
    if (domain === BREAKS) throw new Error('broken');
    if (domain === HANGS) await released;
    return lookUp(domain);
  };
  return { internet, asked, lookUpDomain, release };
}

export interface PrepStack {
  readonly stack: Stack;
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** A stack whose worker looks up companies on the stand-in internet. */
export async function startPrepStack(options: StackOptions = {}): Promise<PrepStack> {
  const { internet, asked, lookUpDomain, release } = await startLookUps();
  const stack = await startStack({ demo: false, lookUpDomain, ...options });
  return {
    ...{ stack, asked },
    close: async () => {
      release();
      await stack.close();
      await internet.close();
    },
  };
}

/** Gives a workspace credits for a year. */
export const giveCredits = ({ sql }: Pick<TestDatabase, 'sql'>, workspaceId: string, amount: number): Promise<void> =>
  inTransaction(sql, async (tx) => {
    const expiresMs = Date.now() + 365 * 86_400_000;
    await grantCredits(tx, workspaceId, { source: 'pack', key: `test/${uuidv7()}`, amount, expiresMs });
  });

/** Credits that a workspace has left. */
export async function creditsLeft({ sql }: Pick<TestDatabase, 'sql'>, workspaceId: string): Promise<number> {
  const [row] = await sql<{ left: number }[]>`
    select coalesce(sum(remaining), 0)::int as left from credit_grants where workspace_id = ${workspaceId}`;
  return row?.left ?? 0;
}

import { v7 as uuidv7 } from 'uuid';
import type { ClaimEnd } from '../../domain/accounts/native-claim.ts';
import { addressHash } from '../../domain/mail/recipient-tokens.ts';
import { refuseAddress } from '../../store/mail/refused-addresses.ts';
import { flowId, flows } from '../../workflows/catalogue.ts';
import {
  decideClaim,
  expireClaim,
  openClaim,
  pollClaim,
  refuseClaim,
  type TestClaim,
} from '../support/drivers/native.ts';
import { addMember, type SignedIn, signIn } from '../support/drivers/session.ts';
import { eventually } from '../support/factories/meeting.ts';
import type { Stack } from '../support/stack/stack.ts';

/** One agent on one path through the flow of its claim. */
export class ClaimJourney {
  readonly #stack: Stack;
  readonly claim: TestClaim;
  readonly operator: string;

  private constructor(stack: Stack, claim: TestClaim, operator: string) {
    this.#stack = stack;
    this.claim = claim;
    this.operator = operator;
  }

  /** @param domain of the operator's address; they own a workspace of that name */
  static async begin(
    stack: Stack,
    domain = 'new.test',
    before = async (_operator: string) => {},
  ): Promise<ClaimJourney> {
    const operator = `operator-${uuidv7()}@${domain}`;
    await before(operator);
    const journey = new ClaimJourney(stack, await openClaim(stack, operator), operator);
    return journey;
  }

  get flow() {
    return this.#stack.client.workflow.getHandle(flowId('nativeClaim', this.claim.id));
  }

  async signIn(): Promise<SignedIn> {
    const workspace = `w-${this.claim.id.slice(-12)}`;
    await addMember(this.#stack, { email: this.operator, workspace, role: 'owner' });
    return signIn(this.#stack, { email: this.operator, workspace });
  }

  async decide(decision: 'accept' | 'refuse', who?: SignedIn): Promise<void> {
    const session = who ?? (await this.signIn());
    const answer = await (decision === 'accept' ? decideClaim : refuseClaim)(this.#stack, session, this.claim.id);
    if (answer.status !== 200) throw new Error(`decide answered ${answer.status}: ${answer.text}`);
  }

  /** @param expected the status, or the reason of the 404 */
  async poll(expected: string): Promise<void> {
    const answer = await pollClaim(this.#stack, this.claim.pollToken);
    const seen = answer.json().status ?? answer.json().error?.details?.reason;
    if (seen !== expected) throw new Error(`expected ${expected}, got ${answer.text}`);
  }

  /** Waits until the flow has read this status from the row, and, if it is pending, the mail has left. */
  async seen(status: string): Promise<void> {
    await eventually(`the status ${status}`, async () => {
      const rows = await this.#stack.sql`
        select 1 from native_claims where id = ${this.claim.id} and flow_status = ${status}
          and (status <> 'pending' or mailed_at is not null)`;
      return rows.length > 0;
    });
  }

  expire() {
    return expireClaim(this.#stack, this.claim.id);
  }

  nudge(): Promise<void> {
    return this.flow.signal(flows.nativeClaim.signals.nudge);
  }

  /** As the sweep does. */
  async startBySweep(): Promise<void> {
    await this.#stack.client.workflow.signalWithStart('nativeClaim', {
      workflowId: this.flow.workflowId,
      taskQueue: this.#stack.taskQueue,
      args: [{ claimId: this.claim.id }],
      signal: flows.nativeClaim.signals.nudge,
    });
  }
}

export interface ClaimPath {
  readonly name: string;
  readonly ends: ClaimEnd;
  /** Default: an address that takes mail. */
  readonly domain?: string;
  walk(journey: ClaimJourney, stack: Stack): Promise<void>;
}

/** Every path through the flow of a claim. Each has a history in test/histories/native-claim, by its name. */
export const nativeClaimPaths: readonly ClaimPath[] = [
  {
    name: 'accepted-then-fetched',
    ends: 'claimed',
    walk: async (journey) => {
      await journey.seen('pending');
      await journey.decide('accept');
      await journey.seen('accepted');
      await journey.poll('claimed');
    },
  },
  {
    name: 'fetched-before-the-flow-heard-of-the-acceptance',
    ends: 'claimed',
    walk: async (journey, stack) => {
      await journey.seen('pending');
      await stack.stopWorker();
      await journey.decide('accept');
      await journey.poll('claimed');
      await stack.startWorker();
    },
  },
  {
    name: 'refused',
    ends: 'refused',
    walk: async (journey) => {
      await journey.seen('pending');
      await journey.decide('refuse');
    },
  },
  {
    name: 'refused-because-the-operator-left',
    ends: 'refused',
    walk: async (journey, stack) => {
      await journey.seen('pending');
      const operator = await journey.signIn();
      await journey.decide('accept', operator);
      await journey.seen('accepted');
      await stack.sql`delete from memberships where user_id = ${operator.userId}`;
      await journey.poll('claim_refused');
    },
  },
  {
    name: 'expired-undecided',
    ends: 'expired',
    walk: async (journey) => {
      await journey.seen('pending');
      await journey.expire();
      await journey.nudge();
    },
  },
  {
    name: 'accepted-then-never-fetched',
    ends: 'expired',
    walk: async (journey) => {
      await journey.seen('pending');
      await journey.decide('accept');
      await journey.seen('accepted');
      await journey.expire();
      await journey.nudge();
    },
  },
  {
    name: 'mailed-when-the-provider-is-back',
    ends: 'refused',
    domain: 'slow.test',
    walk: async (journey) => {
      await journey.seen('pending');
      await journey.decide('refuse');
    },
  },
  { name: 'undeliverable', ends: 'undeliverable', domain: 'refuses.test', walk: async () => {} },
  {
    name: 'expired-before-a-mail-left',
    ends: 'expired',
    walk: async (journey, stack) => {
      await journey.seen('pending');
      await journey.flow.terminate('by a test');
      await stack.sql`update native_claims set mailed_at = null where id = ${journey.claim.id}`;
      await journey.expire();
      await journey.startBySweep();
      await journey.seen('expired');
    },
  },
  {
    name: 'started-by-the-decision',
    ends: 'refused',
    walk: async (journey) => {
      await journey.seen('pending');
      await journey.flow.terminate('by a test');
      await journey.decide('refuse');
      await journey.seen('refused');
    },
  },
  {
    name: 'started-by-the-sweep',
    ends: 'claimed',
    walk: async (journey) => {
      await journey.seen('pending');
      await journey.flow.terminate('by a test');
      await journey.startBySweep();
      await journey.decide('accept');
      await journey.poll('claimed');
    },
  },
];

/** The operator has asked for no more mails from people they do not know. */
export const wantsNoMails = ({ sql, secrets }: Stack, address: string): Promise<void> =>
  refuseAddress(sql, addressHash(secrets, address));

/** The recorded paths of each flow, for replay.test.ts. */
export const recorded = { nativeClaim: nativeClaimPaths };

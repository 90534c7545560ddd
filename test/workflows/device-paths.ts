import type { DeviceEnd } from '../../domain/access/device-session.ts';
import { flowId, flows } from '../../workflows/catalogue.ts';
import {
  decide,
  expireDeviceSession,
  openDevice,
  poll,
  type Registered,
  sessionIdOf,
} from '../support/drivers/device.ts';
import { addMember, type SignedIn, signIn } from '../support/drivers/session.ts';
import type { Stack } from '../support/stack/stack.ts';

/** One device on one path through the flow. */
export class DeviceJourney {
  readonly #stack: Stack;
  readonly device: Registered;
  readonly id: string;

  private constructor(stack: Stack, device: Registered, id: string) {
    this.#stack = stack;
    this.device = device;
    this.id = id;
  }

  static async begin(stack: Stack): Promise<DeviceJourney> {
    const device = await openDevice(stack, { agentName: 'Pathfinder' });
    return new DeviceJourney(stack, device, await sessionIdOf(stack.sql, device.deviceCode));
  }

  get flow() {
    return this.#stack.client.workflow.getHandle(flowId('deviceAuthorization', this.id));
  }

  async decide(decision: 'approve' | 'deny', who?: SignedIn): Promise<void> {
    const answer = await decide(this.#stack, who ?? (await signIn(this.#stack)), this.device.userCode, decision);
    if (answer.status !== 200) throw new Error(`decide answered ${answer.status}: ${answer.text}`);
  }

  async poll(expected: string): Promise<void> {
    const { status } = await poll(this.#stack, this.device.deviceCode);
    if (status !== expected) throw new Error(`expected ${expected}, got ${status}`);
  }

  /** Waits until the flow has read this status from the row. */
  async seen(status: string): Promise<void> {
    for (;;) {
      const rows = await this.#stack.sql`
        select 1 from device_sessions where id = ${this.id} and flow_status = ${status}`;
      if (rows.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  ageGuestRecords() {
    return expireDeviceSession(this.#stack.sql, this.device.deviceCode);
  }

  nudge(): Promise<void> {
    return this.flow.signal(flows.deviceAuthorization.signals.nudge);
  }

  /** As the sweep does. */
  async startBySweep(): Promise<void> {
    await this.#stack.client.workflow.signalWithStart('deviceAuthorization', {
      workflowId: this.flow.workflowId,
      taskQueue: this.#stack.taskQueue,
      args: [{ sessionId: this.id }],
      signal: flows.deviceAuthorization.signals.nudge,
    });
  }
}

export interface DevicePath {
  readonly name: string;
  readonly ends: DeviceEnd;
  walk(journey: DeviceJourney, stack: Stack): Promise<void>;
}

/** Every path through the flow of a device session. Each has a history in test/histories/device-authorization, by its name. */
export const devicePaths: readonly DevicePath[] = [
  {
    name: 'approved-then-fetched',
    ends: 'consumed',
    walk: async (journey) => {
      await journey.seen('pending');
      await journey.decide('approve');
      await journey.seen('approved');
      await journey.poll('approved');
    },
  },
  {
    name: 'fetched-before-the-flow-heard-of-the-approval',
    ends: 'consumed',
    walk: async (journey, stack) => {
      await journey.seen('pending');
      await stack.stopWorker();
      await journey.decide('approve');
      await journey.poll('approved');
      await stack.startWorker();
    },
  },
  {
    name: 'denied',
    ends: 'denied',
    walk: async (journey) => {
      await journey.seen('pending');
      await journey.decide('deny');
    },
  },
  {
    name: 'expired-undecided',
    ends: 'expired',
    walk: async (journey) => {
      await journey.seen('pending');
      await journey.ageGuestRecords();
      await journey.nudge();
    },
  },
  {
    name: 'approved-then-never-fetched',
    ends: 'expired',
    walk: async (journey) => {
      await journey.seen('pending');
      await journey.decide('approve');
      await journey.seen('approved');
      await journey.ageGuestRecords();
      await journey.nudge();
    },
  },
  {
    name: 'denied-because-the-approver-left',
    ends: 'denied',
    walk: async (journey, stack) => {
      await addMember(stack, { email: 'leaver@acme.test', role: 'member' });
      const leaver = await signIn(stack, { email: 'leaver@acme.test' });
      await journey.seen('pending');
      await journey.decide('approve', leaver);
      await journey.seen('approved');
      await stack.sql`delete from memberships where user_id = ${leaver.userId}`;
      await journey.poll('denied');
    },
  },
  {
    name: 'started-by-the-decision',
    ends: 'denied',
    walk: async (journey) => {
      await journey.seen('pending');
      await journey.flow.terminate('by a test');
      await journey.decide('deny');
      // The API does not wait for the flow: until the new run has read the row, the id still names the run that was ended.
      await journey.seen('denied');
    },
  },
  {
    name: 'started-by-the-sweep',
    ends: 'consumed',
    walk: async (journey) => {
      await journey.seen('pending');
      await journey.flow.terminate('by a test');
      await journey.startBySweep();
      await journey.decide('approve');
      await journey.poll('approved');
    },
  },
];

/** The recorded paths of each flow, for replay.test.ts. */
export const recorded = { deviceAuthorization: devicePaths };

import { createFlowClient } from '../../api/flows/flow-client.ts';
import type { PrepEnd } from '../../domain/prep/pack-state.ts';
import { refreshPack } from '../../store/prep/refresh-pack.ts';
import { flowId } from '../../workflows/catalogue.ts';
import type { EventSettings } from '../support/drivers/host.ts';
import { eventually } from '../support/factories/meeting.ts';
import { BREAKS, giveCredits } from '../support/stack/prep-stack.ts';
import type { Stack } from '../support/stack/stack.ts';
import { HostJourney } from './host-booking-paths.ts';

/** A booking with its pack, on one path through the flow. */
export class PrepJourney {
  readonly stack: Stack;
  readonly booking: HostJourney;

  private constructor(stack: Stack, booking: HostJourney) {
    this.stack = stack;
    this.booking = booking;
  }

  /** Booked for a guest of a domain, by a host with credits. */
  static async begin(
    stack: Stack,
    {
      guest,
      credits,
      prepLookups = true,
      ...settings
    }: EventSettings & { readonly guest: string; readonly credits: number; readonly prepLookups?: boolean },
  ): Promise<PrepJourney> {
    const booking = await HostJourney.begin(stack, settings);
    const { workspaceId } = booking.host;
    if (!prepLookups) await stack.sql`update workspaces set prep_lookups = false where id = ${workspaceId}`;
    if (credits > 0) await giveCredits(stack, workspaceId, credits);
    const outcome = await booking.open(0, guest);
    if (outcome.result !== 'done') throw new Error(outcome.reason);
    await booking.announced();
    return new PrepJourney(stack, booking);
  }

  get flow() {
    return this.stack.client.workflow.getHandle(flowId('prepPack', this.booking.bookingId));
  }

  /** Waits until nothing waits for the flow. */
  made(): Promise<{ status: string; enrichment: string; charged: number }> {
    return eventually(`the pack of ${this.booking.bookingId}`, async () => {
      const [row] = await this.stack.sql<{ status: string; enrichment: string; charged: number }[]>`
        select p.status, e.status as enrichment, e.credits_charged as charged from prep_packs p join enrichments e using (booking_id)
        where booking_id = ${this.booking.bookingId} and made_version = inputs_version and generated_at is not null`;
      return row;
    });
  }

  /** Waits until the flow has no task: one at work goes on with its local activities even if the flow is terminated. */
  rests(): Promise<true> {
    return eventually('the flow at rest', async () => !(await this.flow.describe()).raw.pendingWorkflowTask);
  }

  async move(): Promise<void> {
    await this.booking.reschedule(3);
    await this.booking.announced();
  }

  async refresh(): Promise<void> {
    const { bookingId, host } = this.booking;
    await refreshPack(this.stack.sql, {
      bookingId,
      workspaceId: host.workspaceId,
      revision: 1,
      domain: 'acme-robotics.com',
      isOffHere: false,
    });
    this.signal();
  }

  signal(): void {
    const { bookingId, host } = this.booking;
    const log = { warn: (_: unknown, message: string) => process.stderr.write(`${message}\n`) };
    const client = createFlowClient({
      client: async () => this.stack.client,
      taskQueue: this.stack.taskQueue,
      log: log as never,
    });
    client.signal('prepPack', { id: bookingId, workspaceId: host.workspaceId }, 'changed');
  }

  /** As if the meeting took place. */
  async letMeetingPass(): Promise<void> {
    await this.booking.letRowsPass(40);
    this.signal();
  }

  /** As if the time of the further try had come. */
  async letRetryCome(): Promise<void> {
    const { sql } = this.stack;
    await sql`update look_up_leases set failed_at = failed_at - interval '65 minutes'`;
    const moved = await sql`
      update enrichments set retry_at = now() where booking_id = ${this.booking.bookingId} and retry_at is not null returning 1`;
    if (moved.count !== 1) throw new Error('no further try is planned');
    this.signal();
  }

  retried(): Promise<true> {
    return eventually('a further try that has ended', async () => {
      const rows = await this.stack.sql`
        select 1 from enrichments e join prep_packs p using (booking_id)
        where booking_id = ${this.booking.bookingId} and retries = 1 and attempt = 2 and e.status = 'failed' and made_version = inputs_version`;
      return rows.count > 0;
    });
  }

  mailed(): Promise<true> {
    return eventually('the mail to the host', async () => {
      const rows = await this.stack.sql`
        select 1 from prep_mails where booking_id = ${this.booking.bookingId}`;
      return rows.count > 0;
    });
  }
}

export interface PrepPath {
  readonly name: string;
  readonly guest: string;
  readonly credits: number;
  readonly settings?: EventSettings;
  /** Of the workspace; missing: look-ups are on. */
  readonly prepLookups?: boolean;
  readonly ends: PrepEnd;
  /** Status of the enrichment, credits that it cost, credits left. */
  readonly looked: readonly [status: string, charged: number, left: number];
  readonly pack: string;
  /** Prep mails that the host gets. */
  readonly mails?: number;
  /** What makes the first pack; missing: the booking. */
  begins?(journey: PrepJourney): Promise<void>;
  walk(journey: PrepJourney): Promise<unknown>;
}

/** The history of a pack whose look-up Temporal gave up, as it does after ten minutes. */
export const GIVEN_UP = 'look-up-given-up';

const COMPANY = 'acme-robotics.com';

/** Every path through the flow of a prep pack. Each has a history in test/histories/prep-pack, by its name. */
export const prepPaths: readonly PrepPath[] = [
  {
    name: 'looked-up-then-canceled',
    ...{ guest: `ada@${COMPANY}`, credits: 3, ends: 'canceled', looked: ['succeeded', 1, 2], pack: 'succeeded' },
    walk: ({ booking }) => booking.cancel(),
  },
  {
    name: 'moved-and-made-anew',
    ...{ guest: `bob@${COMPANY}`, credits: 3, ends: 'canceled', looked: ['succeeded', 1, 2], pack: 'succeeded' },
    walk: async (journey) => {
      await journey.move();
      await journey.made();
      await journey.booking.cancel();
    },
  },
  {
    name: 'mailed-and-over',
    ...{ guest: 'eva@feinwerk-oberland.de', credits: 3, ends: 'meeting over', looked: ['succeeded', 1, 2] },
    ...{ pack: 'succeeded', mails: 1, settings: { prep_mail_minutes: 10_080 } },
    walk: async (journey) => {
      await journey.mailed();
      await journey.letMeetingPass();
    },
  },
  {
    name: 'no-credits',
    ...{
      guest: `cyd@${COMPANY}`,
      credits: 0,
      ends: 'canceled',
      looked: ['skipped_no_credits', 0, 0],
      pack: 'degraded',
    },
    walk: ({ booking }) => booking.cancel(),
  },
  {
    name: 'personal-address',
    ...{ guest: 'someone@gmail.com', credits: 1, ends: 'canceled', looked: ['skipped_personal_email', 0, 1] },
    pack: 'degraded',
    walk: ({ booking }) => booking.cancel(),
  },
  {
    name: 'no-such-domain',
    ...{ guest: 'dan@no-such-company-here.com', credits: 1, ends: 'canceled', looked: ['succeeded', 0, 1] },
    pack: 'succeeded',
    walk: ({ booking }) => booking.cancel(),
  },
  {
    name: 'found-nothing',
    ...{ guest: 'dan@fault-servfail.com', credits: 1, ends: 'canceled', looked: ['failed', 0, 1] },
    pack: 'degraded',
    walk: ({ booking }) => booking.cancel(),
  },
  {
    name: 'tried-again',
    ...{ guest: 'dan@fault-servfail.com', credits: 1, ends: 'canceled', looked: ['failed', 0, 1], pack: 'degraded' },
    walk: async (journey) => {
      await journey.letRetryCome();
      await journey.retried();
      await journey.booking.cancel();
    },
  },
  {
    name: 'look-up-broke-off',
    ...{ guest: `fay@${BREAKS}`, credits: 1, ends: 'canceled', looked: ['failed', 0, 1], pack: 'degraded' },
    walk: ({ booking }) => booking.cancel(),
  },
  {
    name: 'site-refused',
    ...{ guest: 'hal@granite-insurance-group.com', credits: 1, ends: 'canceled', looked: ['degraded', 1, 0] },
    pack: 'degraded',
    walk: ({ booking }) => booking.cancel(),
  },
  {
    name: 'off-for-the-workspace',
    ...{ guest: `ian@${COMPANY}`, credits: 1, prepLookups: false, ends: 'canceled', looked: ['skipped_off', 0, 1] },
    pack: 'degraded',
    walk: ({ booking }) => booking.cancel(),
  },
  {
    // Its event makes none: the host asks for one.
    name: 'off-for-the-event',
    ...{ guest: `jan@${COMPANY}`, credits: 1, ends: 'canceled', looked: ['skipped_off', 0, 1], pack: 'degraded' },
    settings: { prep: false },
    begins: (journey) => journey.refresh(),
    walk: ({ booking }) => booking.cancel(),
  },
  {
    name: 'refreshed-a-day-later',
    ...{ guest: 'gus@pebble-orbit.io', credits: 3, ends: 'canceled', looked: ['succeeded', 2, 1], pack: 'succeeded' },
    walk: async (journey) => {
      const { sql } = journey.stack;
      await sql`
        update enrichments set looked_up_at = now() - interval '25 hours', paid_at = now() - interval '25 hours'
        where booking_id = ${journey.booking.bookingId}`;
      await sql`update domain_lookups set looked_up_at = now() - interval '25 hours' where domain = 'pebble-orbit.io'`;
      await journey.refresh();
      await journey.made();
      await journey.booking.cancel();
    },
  },
];

/** The recorded paths of each flow, for replay.test.ts. */
export const recorded = { prepPack: prepPaths };

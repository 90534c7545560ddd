import { randomBytes } from 'node:crypto';
import { localMailer } from '../../../activities/mail/send.ts';
import type { PrepDependencies } from '../../../activities/prep/mail-pack.ts';
import { createPrepActivities, type PrepActivities } from '../../../activities/prep/prep-pack.ts';
import type { DomainFacts } from '../../../domain/prep/source.ts';
import { deriveSecrets } from '../../../domain/secrets.ts';
import { inTransaction } from '../../../store/database.ts';
import { moveMeeting } from '../../../store/members/hand-over.ts';
import { type EnrichmentRow, readEnrichment } from '../../../store/prep/enrichments.ts';
import { noteBookingChange, readPack } from '../../../store/prep/prep-packs.ts';
import { type Refreshed, refreshPack } from '../../../store/prep/refresh-pack.ts';
import { COMPANIES } from '../../domain/prep/recorded-companies.ts';
import { createHost, type TestHost } from '../drivers/host.ts';
import { makeBooking, nextStart } from '../drivers/host-bookings.ts';
import { SERVICE } from '../factories/meeting-facts.ts';
import { cloneDatabase, type TestDatabase } from './database.ts';
import { giveCredits } from './prep-stack.ts';

/** The company of the guest of all these meetings. */
export const DOMAIN = 'acme-robotics.com';
export const FACTS = COMPANIES.saas as DomainFacts;

/** The activities of packs over a database of their own, without flows: tests call what a flow would. */
export class PrepRows {
  readonly database: TestDatabase;
  readonly dependencies: PrepDependencies;
  readonly activities: PrepActivities;
  /** The facts that the sources return. */
  found: DomainFacts = FACTS;
  /** How often they were asked. */
  looksUp = 0;

  private constructor(database: TestDatabase) {
    this.database = database;
    this.dependencies = {
      ...{ sql: database.sql, mailer: localMailer(database.sql, Date.now), service: SERVICE },
      ...{ links: { appUrl: 'https://app.holdfast.test' }, now: Date.now, heartbeat: () => {}, onPrepFault: () => {} },
      lookUpDomain: async () => {
        this.looksUp += 1;
        return this.found;
      },
    };
    this.activities = createPrepActivities(this.dependencies);
  }

  static async open(): Promise<PrepRows> {
    return new PrepRows(await cloneDatabase());
  }

  /** As before the first look-up. */
  async forget(): Promise<void> {
    this.found = FACTS;
    this.looksUp = 0;
    await this.database.sql`delete from domain_lookups`;
    await this.database.sql`delete from look_up_leases`;
  }

  async newHost(credits = 5): Promise<TestHost> {
    const host = await createHost(this.database.sql, { prep_mail_minutes: 10_080 });
    if (credits > 0) await giveCredits(this.database, host.workspaceId, credits);
    return host;
  }

  /** A meeting of this guest, without a pack. */
  async meet(host: TestHost, startMs = nextStart(), hostId = host.userId): Promise<string> {
    const { sql } = this.database;
    const { bookingId } = await makeBooking(sql, host, { hostId, eventTypeId: host.eventTypeId, startMs });
    await sql`update bookings set guest_email = ${`ada@${DOMAIN}`} where id = ${bookingId}`;
    return bookingId;
  }

  /** All that the flow does until the pack is made. */
  async make(bookingId: string): Promise<void> {
    const step = await this.activities.advancePrep(bookingId);
    if (step.next !== 'look up') return;
    await this.activities.lookUpCompany(bookingId, step.attempt);
    await this.activities.advancePrep(bookingId);
  }

  async packed(host: TestHost, startMs?: number): Promise<string> {
    const bookingId = await this.meet(host, startMs);
    await noteBookingChange(this.database.sql, bookingId, 1);
    await this.make(bookingId);
    return bookingId;
  }

  refresh({ workspaceId }: TestHost, bookingId: string): Promise<Refreshed | null> {
    const place = { bookingId, workspaceId, revision: 1 };
    return refreshPack(this.database.sql, { ...place, domain: DOMAIN, isOffHere: false });
  }

  async textOf(bookingId: string): Promise<string> {
    return (await readPack(this.database.sql, bookingId))?.pack?.markdown ?? '';
  }

  async recordOf(bookingId: string): Promise<EnrichmentRow> {
    const row = await readEnrichment(this.database.sql, bookingId);
    if (!row) throw new Error('no enrichment');
    return row;
  }

  /** Hands a meeting over as the product does, and notes the change for its pack. */
  async handOver(bookingId: string, { workspaceId, userId }: TestHost, to: string): Promise<void> {
    const { sql } = this.database;
    const by = { userId, apiKeyId: null, agentSeatId: null };
    const taking = { leaver: { workspaceId, userId }, bookingId, by, source: 'host_api', to } as const;
    const outcome = await inTransaction(sql, (tx) => moveMeeting(tx, deriveSecrets(randomBytes(32)), taking));
    if (outcome !== 'moved') throw new Error(`The meeting was not handed over: ${outcome}`);
    const [row] = await sql<{ revision: number }[]>`select revision from bookings where id = ${bookingId}`;
    await noteBookingChange(sql, bookingId, row?.revision ?? 0);
  }

  /** A colleague of a host. */
  async colleague(host: TestHost): Promise<{ readonly userId: string; readonly email: string }> {
    const { sql } = this.database;
    const other = await createHost(sql);
    await sql`
      insert into memberships (id, workspace_id, user_id, username, role)
      values (gen_random_uuid(), ${host.workspaceId}, ${other.userId}, 'colleague', 'member')`;
    const [row] = await sql<{ email: string }[]>`select email::text from users where id = ${other.userId}`;
    return { userId: other.userId, email: row?.email ?? '' };
  }
}

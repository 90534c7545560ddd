import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { MailService } from '../../domain/mail/mail.ts';
import { type MailDomainLists, readMailDomainLists } from '../../domain/mail/mail-domain-lists.ts';
import { classifyEmail } from '../../domain/prep/classify-email.ts';
import { enrichmentParts } from '../../domain/prep/enrichment-parts.ts';
import { hasFacts } from '../../domain/prep/look-up-gaps.ts';
import { makePack } from '../../domain/prep/make-pack.ts';
import { isWorthAsking, mergeFacts } from '../../domain/prep/merge-facts.ts';
import type { LookUpEnd, PrepBegin, PrepStanding } from '../../domain/prep/prep-standing.ts';
import type { DomainFacts } from '../../domain/prep/source.ts';
import { inTransaction } from '../../store/database.ts';
import { readMeeting } from '../../store/meetings/meetings.ts';
import { readKnownFacts } from '../../store/prep/domain-lookups.ts';
import { beginPrep, endLookUp, readLookUp, readLookUpRules, writeParts } from '../../store/prep/enrichments.ts';
import { endTurn, takeTurn } from '../../store/prep/look-up-turns.ts';
import { readPackInput } from '../../store/prep/pack-inputs.ts';
import {
  markPackMailed,
  noteBookingChange,
  readInputsVersion,
  readPack,
  readPrepStanding,
  writePack,
} from '../../store/prep/prep-packs.ts';
import { flowStart, flows } from '../../workflows/catalogue.ts';
import { NotYet } from '../calendars/not-yet.ts';
import { renderPrep } from '../mail/prep-message.ts';
import { deliver, type Mailer, MailRound, testMailer } from '../mail/send.ts';
import type { LookUpDomain } from './look-up-domain.ts';

export interface PrepDependencies {
  readonly sql: Sql;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: { readonly appUrl: string };
  readonly now: () => number;
  readonly heartbeat: () => void;
  /** null: this installation looks nothing up. */
  readonly lookUpDomain: LookUpDomain | null;
  /** Called when our own code broke. The flow goes on without this part. */
  readonly onPrepFault: (bookingId: string, part: 'look-up' | 'pack', error: unknown) => void;
}

/** The activities of the flow of a prep pack. Safe to repeat: rows, the subjects of credits and mail keys record what is done. */
export interface PrepActivities {
  readPrepStanding(bookingId: string): Promise<PrepStanding>;
  /** Says whether the guest's company is to be looked up first, and spends the credit for it. */
  beginPrep(bookingId: string): Promise<PrepBegin>;
  /** Asks the sources. On a queue of its own. */
  lookUpCompany(bookingId: string, attempt: number): Promise<LookUpEnd>;
  /** Ends a look-up that broke off: the credit is given back. */
  giveUpLookUp(bookingId: string, attempt: number): Promise<LookUpEnd>;
  makePack(bookingId: string): Promise<void>;
  /** @throws MailUnavailable the mail provider is away */
  mailPack(bookingId: string): Promise<void>;
}

/** How often a look-up reports that it is still running. */
const HEARTBEAT_MS = 2_000;
const BUSY_WAIT_MS = 5_000;

export const createPrepActivities = (dependencies: PrepDependencies): PrepActivities => {
  const { sql } = dependencies;
  let lists: Promise<MailDomainLists> | undefined;
  const classify = async () => {
    lists ??= readMailDomainLists();
    const known = await lists;
    return (email: string) => classifyEmail(email, known);
  };
  return {
    readPrepStanding: (bookingId) => readPrepStanding(sql, bookingId),
    beginPrep: async (bookingId) => {
      const rules = await readLookUpRules(sql, bookingId);
      if (!rules) return { next: 'make' };
      const { emailClass, companyDomain } = (await classify())(rules.guestEmail);
      const isOff = rules.isOff || dependencies.lookUpDomain === null;
      const wish = { id: uuidv7(), workspaceId: rules.workspaceId, emailClass, domain: companyDomain, isOff };
      return beginPrep(sql, bookingId, wish);
    },
    lookUpCompany: (bookingId, attempt) => lookUpCompany(dependencies, bookingId, attempt),
    giveUpLookUp: (bookingId, attempt) => endLookUp(sql, bookingId, attempt, null),
    makePack: async (bookingId) => {
      await make(dependencies, bookingId);
    },
    mailPack: (bookingId) => mailPack(dependencies, bookingId),
  };
};

/**
 * Facts of the last weeks, of whichever workspace, are not asked for again. Only the database and a lack of free moments make it fail, and
 * thus be tried again.
 */
async function lookUpCompany(dependencies: PrepDependencies, bookingId: string, attempt: number): Promise<LookUpEnd> {
  const { sql, lookUpDomain } = dependencies;
  const wanted = await readLookUp(sql, bookingId, attempt);
  if (!wanted) return 'not asked';
  // Look-ups may have been turned off while this one waited.
  const rules = await readLookUpRules(sql, bookingId);
  if (!rules || rules.isOff) return endLookUp(sql, bookingId, attempt, 'off');
  if (wanted.fresh && !isWorthAsking(wanted.fresh, dependencies.now()))
    return endLookUp(sql, bookingId, attempt, { facts: wanted.fresh, isKept: true });
  if (lookUpDomain === null) return endLookUp(sql, bookingId, attempt, null);
  const place = { bookingId, workspaceId: rules.workspaceId, domain: wanted.domain };
  const turn = await takeTurn(sql, place);
  if (turn.next === 'wait') throw new NotYet(turn.waitMs, 'The look-up waits for its turn.');
  if (turn.next === 'nothing') return endLookUp(sql, bookingId, attempt, { facts: turn.facts, isKept: true });
  const asked = await askSources(dependencies, bookingId, wanted.domain, lookUpDomain);
  if (asked && isBusy(asked)) {
    await endTurn(sql, { ...place, failed: null });
    throw new NotYet(BUSY_WAIT_MS, 'The sources have no free moment.');
  }
  const facts = asked && mergeFacts((await readKnownFacts(sql, wanted.domain))?.facts, asked);
  const end = await endLookUp(sql, bookingId, attempt, facts && { facts, isKept: false });
  await endTurn(sql, { ...place, failed: facts && !hasFacts(facts) ? facts : null });
  return end;
}

/** null: our own code broke. */
async function askSources(
  { heartbeat, onPrepFault }: PrepDependencies,
  bookingId: string,
  domain: string,
  lookUpDomain: LookUpDomain,
): Promise<DomainFacts | null> {
  const beat = setInterval(heartbeat, HEARTBEAT_MS);
  try {
    return await lookUpDomain(domain);
  } catch (error) {
    onPrepFault(bookingId, 'look-up', error);
    return null;
  } finally {
    clearInterval(beat);
  }
}

/** Nothing was asked: too many look-ups at once. */
const isBusy = ({ dns, site, rdap }: DomainFacts): boolean =>
  [dns, site, rdap].every((answer) => answer.outcome === 'failed' && answer.reason === 'busy');

/** A fault of our own code leaves the booking without a new pack; one of the database is tried again. */
async function make({ sql, onPrepFault }: PrepDependencies, bookingId: string): Promise<void> {
  const version = await readInputsVersion(sql, bookingId);
  if (version === undefined) return;
  const input = await readPackInput(sql, bookingId);
  if (!input) return;
  let made: { pack: ReturnType<typeof makePack>; parts: ReturnType<typeof enrichmentParts> } | null = null;
  try {
    made = { pack: makePack(input), parts: enrichmentParts(input) };
  } catch (error) {
    onPrepFault(bookingId, 'pack', error);
  }
  await inTransaction(sql, async (tx) => {
    await writePack(tx, bookingId, { version, pack: made?.pack ?? null });
    if (made) await writeParts(tx, bookingId, made.parts);
  });
}

/** Mails every host. Once for a start: the key says which. */
async function mailPack({ sql, mailer, service, links, now, heartbeat }: PrepDependencies, bookingId: string) {
  const [standing, meeting, row] = await Promise.all([
    readPrepStanding(sql, bookingId),
    readMeeting(sql, bookingId),
    readPack(sql, bookingId),
  ]);
  if (standing.stage === 'over' || !standing.isMailDue || !meeting || !row?.pack) return;
  const outbox = meeting.testMode ? testMailer(sql, { bookingId, now }) : mailer;
  const hosts = [
    { name: meeting.hostName, email: meeting.hostEmail, timezone: meeting.hostTimezone },
    ...meeting.otherHosts,
  ];
  const round = new MailRound();
  for (const [nth, host] of hosts.entries()) {
    heartbeat();
    await round.send(() =>
      deliver(
        outbox,
        renderPrep(service, {
          meeting,
          pack: row.pack as NonNullable<typeof row.pack>,
          host,
          nth,
          appUrl: links.appUrl,
        }),
      ),
    );
  }
  round.end();
  await markPackMailed(sql, bookingId, meeting.startMs);
}

/**
 * Has a booking's pack made anew after a change, before the mails of that change leave. The row is written first; a flow that could not be
 * told is found by the sweep.
 */
export async function tellPrep(
  { sql, client, taskQueue }: { readonly sql: Sql; readonly client: Client; readonly taskQueue: string },
  bookingId: string,
  revision: number,
): Promise<void> {
  const workspaceId = await noteBookingChange(sql, bookingId, revision);
  if (workspaceId === undefined) return;
  const start = flowStart('prepPack', { id: bookingId, workspaceId });
  const signal = flows.prepPack.signals.changed;
  await client.workflow.signalWithStart('prepPack', { ...start, taskQueue, signal }).catch(() => undefined);
}

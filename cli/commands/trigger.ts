import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { sampleAnswers } from '../../domain/forms/guest-number.ts';
import { didYouMean, namesNear } from '../../domain/names-near.ts';
import { agentSeats } from '../../schemas/operations/access/agent-seats.ts';
import { eventTypes } from '../../schemas/operations/event-types.ts';
import { meetings } from '../../schemas/operations/meetings.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../schemas/shapes/webhook-events.ts';
import type { ApiClient } from '../client.ts';
import { CliError, EXIT, hasExit, usageError } from '../exit.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';

export const registerTrigger = (program: Command): void => {
  program
    .command('trigger <type>')
    .option('--event <id>', 'the event type to book; default: the first that can be booked without answers')
    .action(action(trigger));
};

interface Made {
  /** What stays: a booking or a seat. */
  readonly id: string;
  /** What happened, and how what stays is taken back. */
  readonly said: string;
}

interface Options {
  readonly event?: string;
}

/** The events that a test key can make happen, and how. */
const MAKERS: Partial<Readonly<Record<WebhookEvent, (client: ApiClient, options: Options) => Promise<Made>>>> = {
  'booking.created': async (client, options) => {
    const { id } = await book(client, options);
    return { id, said: `Test booking ${id} is made. It keeps its slot; to end it: holdfast meetings cancel ${id}` };
  },
  'booking.rescheduled': async (client, options) => {
    const { id, other } = await book(client, options);
    if (other === undefined) throw noSlot(`${id} is booked, but there is no other open slot to move it to.`);
    await client.call(meetings.rescheduleBooking, { bookingId: id, startAt: other });
    return { id, said: `Test booking ${id} is made and moved. To end it: holdfast meetings cancel ${id}` };
  },
  'booking.canceled': async (client, options) => {
    const { id } = await book(client, options);
    await client.call(meetings.cancelBooking, { bookingId: id });
    return { id, said: `Test booking ${id} is made and canceled.` };
  },
  'seat.created': async (client) => {
    const id = await makeSeat(client);
    return { id, said: `Test seat ${id} is made. To end it: holdfast seats revoke ${id}` };
  },
  'seat.revoked': async (client) => {
    const id = await makeSeat(client);
    await client.call(agentSeats.revokeAgentSeat, { id });
    return { id, said: `Test seat ${id} is made and revoked.` };
  },
};

async function trigger(session: Session, type: string, options: Options): Promise<void> {
  const { output } = session;
  const make = makerOf(type);
  if (!session.caller().apiKey.startsWith('svc_test_')) throw liveKey(session.endpoints.appUrl);
  const made = await make(session.keyed(), options);
  output.answer({ type, id: made.id }, () => output.line(made.said));
}

function makerOf(type: string) {
  const make = MAKERS[type as WebhookEvent];
  if (make) return make;
  const can = `It can make: ${Object.keys(MAKERS).join(', ')}.`;
  if ((WEBHOOK_EVENTS as readonly string[]).includes(type))
    throw usageError(`holdfast trigger cannot make ${type} happen: it needs people, time or money. ${can}`);
  throw usageError(`There is no event ${type}.${didYouMean(namesNear(type, WEBHOOK_EVENTS))} ${can}`);
}

/** A live key would mail real people. */
const liveKey = (appUrl: string): CliError =>
  new CliError(
    {
      error: {
        code: 'auth.forbidden',
        message: `holdfast trigger needs a test key (svc_test_…), which mails nobody. Make one at ${appUrl}/settings/access, and set HOLDFAST_API_KEY to it.`,
        details: { reason: 'live_key', neededMode: 'test' },
      },
    },
    EXIT.notAllowed,
  );

const noSlot = (message: string): CliError =>
  new CliError({ error: { code: 'request.unprocessable', message, details: { reason: 'no_slot' } } });

const GUEST = { name: 'Test Guest', timezone: 'UTC' } as const;

/** Of an event type that cannot be booked so: another one may be. */
const isOfEventType = (error: unknown): boolean => hasExit(error, EXIT.conflict, EXIT.unprocessable);

/** Books the first open slot. @returns other: the start of another open one, if there is one */
async function book(client: ApiClient, { event }: Options): Promise<{ readonly id: string; readonly other?: string }> {
  const ids = event === undefined ? await bookable(client) : [event];
  let last: unknown = noSlot('No event type of this workspace has an open slot. holdfast events lists them.');
  for (const eventTypeId of ids) {
    try {
      const { slots } = await client.call(meetings.proposeSlots, { eventTypeId, limit: 2 });
      const { eventType } = await client.call(eventTypes.getEventType, { eventTypeId });
      const [first, second] = slots;
      if (!first) continue;
      const { booking } = await client.call(meetings.createBooking, {
        ...{ eventTypeId, startAt: first.startUtc },
        invitee: { ...GUEST, email: `guest-${randomUUID().slice(0, 8)}@example.com` },
        ...sampleAnswers(eventType),
      });
      return { id: booking.id, ...(second && { other: second.startUtc }) };
    } catch (error) {
      if (!isOfEventType(error)) throw error;
      last = error;
    }
  }
  throw last;
}

async function bookable(client: ApiClient): Promise<string[]> {
  const { eventTypes: all } = await client.call(eventTypes.listHostEventTypes, { limit: 20, status: 'active' });
  return all.map(({ id }) => id);
}

async function makeSeat(client: ApiClient): Promise<string> {
  const scopes = ['workspace.read' as const];
  return (await client.call(agentSeats.createAgentSeat, { displayName: 'Made by holdfast trigger', scopes })).id;
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newGuest } from '../../../support/drivers/guest.ts';
import { createHost, giveForm, intake, type TestHost } from '../../../support/drivers/host.ts';
import { http, postJson } from '../../../support/drivers/http.ts';
import { codeFor, tokenIn } from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000 });
});
afterAll(() => stack.close());

/** What a program knows about a guest, under the names that the answer uses. */
type Known = Readonly<Record<string, string>>;

/** Fills an RFC 6570 template of simple names. A name without a value is an error of the answer. */
const fill = (template: string, known: Known): string =>
  template.replaceAll(/\{([\w.]+)\}/g, (_, name: string) => {
    const value = known[name];
    if (value === undefined) throw new Error(`the template asks for ${name}, which nobody told`);
    return name === 'confirmUrl' ? value : encodeURIComponent(value);
  });

interface Payload {
  readonly slots: readonly { readonly startUtc: string }[];
  readonly availability: { readonly bookerTimezone: string };
  readonly bookingProtocol: {
    readonly emailConfirmation: { readonly required: boolean };
    readonly flow: {
      readonly steps: readonly {
        readonly id: string;
        readonly method?: string;
        readonly urlTemplate?: string;
        readonly requires?: readonly string[];
        readonly returns?: readonly string[];
      }[];
    };
  };
  readonly howToBook: { readonly requestCodeUrl: string; readonly confirmResponse: { readonly booking: object } };
  readonly agentBooking: {
    readonly instructions: readonly string[];
    readonly slotsByDate: readonly { readonly times: readonly { readonly startUtc: string }[] }[];
  };
}

type Step = Payload['bookingProtocol']['flow']['steps'][number];

/** Makes the GET of a step and checks that the answer has what the step promises. */
async function takeStep({ id, method, urlTemplate = '', returns = [] }: Step, known: Known) {
  expect(method).toBe('GET');
  const got = await http(fill(urlTemplate, known));
  expect([id, got.status, got.text]).toEqual([id, 200, expect.any(String)]);
  // If no code is mailed, the answer names no inbox.
  for (const path of returns.filter((name) => name !== 'codeSentTo')) {
    const value = path.split('.').reduce<unknown>((part, key) => (part as Known | undefined)?.[key], got.json());
    expect(value, `step ${id} returns ${path}`).toBeDefined();
  }
  return got.json() as never as Partial<Payload> & { confirmUrl?: string; booking?: Record<string, string> };
}

/** Adds what an answer brings: a slot, a link. */
const learn = (known: Known, { slots, confirmUrl }: Awaited<ReturnType<typeof takeStep>>): Known => ({
  ...known,
  ...(slots ? { startUtc: slots[2]?.startUtc ?? '' } : {}),
  ...(confirmUrl ? { confirmUrl } : {}),
});

/** Books by GET alone, step by step, from the answer of the slots call and the guest's data. */
async function followSteps({ bookingProtocol }: Payload, told: Known): Promise<Record<string, string>> {
  let known: Known = told;
  for (const step of bookingProtocol.flow.steps) {
    if (step.id === 'confirm' && bookingProtocol.emailConfirmation.required)
      known = { ...known, code: await codeFor(stack, known.email ?? '') };
    for (const name of step.requires ?? []) expect(known, `step ${step.id} requires`).toHaveProperty([name]);
    if (step.urlTemplate === undefined) continue;
    const answer = await takeStep(step, known);
    if (answer.booking) return answer.booking;
    known = learn(known, answer);
  }
  throw new Error('the steps end without a booking');
}

const payloadOf = async (host: TestHost) =>
  (
    await http(`${stack.publicUrl}/api/v1/public/${host.address.workspace}/hedy/call/slots?timezone=Asia%2FTokyo`)
  ).json() as never as Payload;

describe('the answer says how to book, and that works', () => {
  const answers = { 'customFields.topic': 'Plans & more', 'customFields.size': 'solo' };
  const kinds: readonly [string, Record<string, boolean>, boolean][] = [
    ['with a code', {}, false],
    ['without a code', { require_otp_agent: false }, false],
    ['with a form', {}, true],
    ['with approval', { requires_approval: true }, false],
  ];

  it.each(kinds)('%s, by GET alone: flow.steps', async (_, settings, form) => {
    const host = await createHost(stack.sql, settings);
    if (form) await giveForm(stack.sql, host, intake);
    const payload = await payloadOf(host);
    const email = newGuest().replace('@', '+tag@');
    const booking = await followSteps(payload, { email, timezone: 'Asia/Tokyo', ...(form ? answers : {}) });
    expect(Object.keys(booking).toSorted()).toEqual(Object.keys(payload.howToBook.confirmResponse.booking).toSorted());
    expect(booking.status).toBe(settings.requires_approval ? 'pending_confirmation' : 'confirmed');
  });

  it.each(kinds)('%s, by POST: instructions', async (_, settings, form) => {
    const host = await createHost(stack.sql, settings);
    if (form) await giveForm(stack.sql, host, intake);
    const payload = await payloadOf(host);
    const email = newGuest();
    const startUtc = payload.agentBooking.slotsByDate[0]?.times[0]?.startUtc ?? '';
    const posts = payload.agentBooking.instructions.flatMap((line) => [
      ...line.matchAll(/POST (\S+) with (?:JSON )?(\{.*?\})(?=[ .;]|$)(?! *\})/g),
    ]);
    const post = async (ending: string, values: Record<string, string>, also: Record<string, unknown> = {}) => {
      const found = posts.find(([, url]) => url?.endsWith(ending));
      if (!found) throw new Error(`no instruction to POST …${ending}`);
      const [, url = '', template = ''] = found;
      const text = template.replaceAll(/"<([^>]+)>"/g, (whole, name: string) => JSON.stringify(values[name] ?? whole));
      const body = JSON.parse(text.replaceAll(/: <answer>/g, ': "solo"'));
      return postJson(url, { ...body, ...also });
    };
    const values = {
      "guest's email": email,
      startUtc,
      "guest's name, or leave it out": 'Gus',
      'IANA zone': 'Asia/Tokyo',
    };
    expect((await post('/otp', values)).status).toBe(200);
    const booked = await post('/book', { ...values, 'six digits': await codeFor(stack, email) });
    expect([booked.status, booked.text]).toEqual([200, expect.stringContaining(startUtc)]);
    const kind = settings.requires_approval ? 'booking_pending' : 'booking_confirmation';
    const token = tokenIn(await stack.waitForMail(email, kind));
    const fresh = (await payloadOf(host)).slots.at(-1)?.startUtc ?? '';
    const moved = await post('/reschedule', { 'startUtc of a fresh slots call': fresh }, { token });
    expect([moved.status, moved.text]).toEqual([200, expect.stringContaining(fresh)]);
    expect((await post('/cancel', {}, { token, reason: 'done' })).status).toBe(200);
  });

  it('names pages and calls that exist', async () => {
    const host = await createHost(stack.sql);
    const { howToBook } = await payloadOf(host);
    expect((await postJson(howToBook.requestCodeUrl, { email: newGuest() })).status).toBe(200);
  });
});

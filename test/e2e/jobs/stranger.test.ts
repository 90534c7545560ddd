import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeFor } from '../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

/**
 * A stranger has an app's address, the name of a person to meet, and the well-known path. All else is read: no path, tool or field below
 * is known beforehand but what documents and answers named by then.
 */
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

// biome-ignore lint/suspicious/noExplicitAny: a stranger knows no types
type Read = any;
const readJson = async (url: string): Promise<Read> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} ${url}`);
  return answer.json();
};
const WHOM = { workspace: 'acme', username: 'ada' };

const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{([\w.]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`nothing was read of ${name}`);
    return encodeURIComponent(value);
  });

const jobIn = (manifest: Read): Read => manifest.jobs.find(({ title }: Read) => /book a meeting/i.test(title));

/** An example value for each question that is required, as its type says. */
const answersTo = (fields: Read[]): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .filter(({ required, key }) => required && !['email', 'timezone', 'name'].includes(key))
      .map(({ key, config }) => [key, config?.options?.[0]?.value ?? 'From a stranger']),
  );

describe('a stranger who has only the address of the app', () => {
  const manifestOf = () => readJson(`${stack.appUrl}/.well-known/agent-discovery.json`);

  it('books by REST, by the manifest, the instructions of the slots and the sentence of each answer', async () => {
    const job = jobIn(await manifestOf());
    const [events, slots, code, book] = job.steps;
    const { eventTypes } = await readJson(fill(events.url, WHOM));
    const address = { ...WHOM, eventSlug: eventTypes[0].slug };
    const open = await readJson(`${fill(slots.url, address)}?timezone=Europe/Berlin`);
    const [slot] = open.slots;
    const guest = 'stranger@visitor.test';
    const instructions: string = open.agentBooking.instructions.join('\n');
    expect(instructions).toContain(fill(code.url, address));
    const post = async (url: string, body: unknown): Promise<Read> => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return answer.json();
    };
    const base = { email: guest, startAt: slot.startUtc, timezone: 'Europe/Berlin' };
    const asked = await post(fill(code.url, address), base);
    expect(asked.status).toBe('otp_sent');

    // The instructions have the body with its placeholders; the stranger fills in what it knows.
    const [, shape = ''] = /^Book: POST \S+ with JSON (\{.*?\})(?=\. )/m.exec(instructions) ?? [];
    const body = JSON.parse(shape.replaceAll(': <answer>', ': null'));
    const customFields = answersTo(open.agentBooking.bookerRequirements.fields);
    const booked = await post(fill(book.url, address), {
      ...body,
      startAt: slot.startUtc,
      code: await codeFor(stack, asked.codeSentTo),
      invitee: { ...body.invitee, email: guest, timezone: 'Europe/Berlin', name: 'A Stranger' },
      customFields,
    });
    expect(booked.booking).toMatchObject({ startAt: slot.startUtc });
  });

  it('books by GET alone, by the links that the slots carry', async () => {
    const job = jobIn(await manifestOf());
    const { eventTypes } = await readJson(fill(job.steps[0].url, WHOM));
    const open = await readJson(fill(job.steps[1].url, { ...WHOM, eventSlug: eventTypes[0].slug }));
    const request = open.bookingProtocol.flow.steps.find(({ id }: Read) => id === 'request_code');
    const values: Record<string, string> = {
      email: 'getter@visitor.test',
      startAt: open.slots[3].startUtc,
      startUtc: open.slots[3].startUtc,
      timezone: 'Europe/Berlin',
      ...Object.fromEntries(
        Object.entries(answersTo(open.agentBooking.bookerRequirements.fields)).map(([key, value]) => [
          `customFields.${key}`,
          String(value),
        ]),
      ),
    };
    const asked = await readJson(fill(request.urlTemplate, values));
    const booked = await readJson(`${asked.confirmUrl}?code=${await codeFor(stack, asked.codeSentTo)}`);
    expect(booked.booking.startAt).toBe(open.slots[3].startUtc);
  });

  it('books by MCP, by the catalogue, the server card and the descriptions of the tools', async () => {
    const { more } = await manifestOf();
    const catalogue = await readJson(more.aiCatalog);
    const cards = await Promise.all(catalogue.entries.map(({ url }: Read) => readJson(url)));
    const card = cards.find(({ description }) => /book a meeting/i.test(description));
    const client = new Client({ name: 'stranger', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(card.remotes[0].url)));
    try {
      const { tools } = await client.listTools();
      const named = (words: RegExp): string => {
        const found = tools.find(({ title = '', annotations }) => words.test(annotations?.title ?? title));
        if (!found) throw new Error(`no tool to ${words}: ${tools.map(({ name, title }) => `${name} ${title}`)}`);
        return found.name;
      };
      const call = async (name: string, input: Record<string, unknown>): Promise<Read> => {
        const answer = await client.callTool({ name, arguments: input });
        if (answer.isError) throw new Error(JSON.stringify(answer.content));
        return answer.structuredContent;
      };
      const { eventTypes } = await call(named(/find/i), WHOM);
      const address = { ...WHOM, eventSlug: eventTypes[0].slug };
      const open = await call(named(/slots/i), { ...address, when: 'in two weeks', timezone: 'Europe/Berlin' });
      const base = {
        ...address,
        email: 'tooler@visitor.test',
        startAt: open.slotsByDate[0].times[0].startUtc,
        timezone: 'Europe/Berlin',
      };
      const asked = await call(named(/code/i), base);
      const booked = await call(named(/^book/i), {
        ...address,
        startAt: base.startAt,
        code: await codeFor(stack, asked.codeSentTo),
        invitee: { email: base.email, timezone: base.timezone },
        customFields: answersTo(open.form.fields),
      });
      expect(Date.parse(booked.booking.startAt)).toBe(Date.parse(base.startAt));
    } finally {
      await client.close();
    }
  });

  it('finds the rest: guides as text, the OpenAPI document, how to get a key', async () => {
    const manifest = await manifestOf();
    const guide = await fetch(jobIn(manifest).guide);
    expect(await guide.text()).toMatch(/^# Book by API/);
    expect(await readJson(manifest.rest.openapi)).toHaveProperty('openapi');
    const [register, poll] = manifest.jobs.find(({ title }: Read) => /key/i.test(title)).steps;
    const session: Read = await (
      await fetch(register.url, {
        method: register.method,
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      })
    ).json();
    const polled = await readJson(`${poll.url}?device_code=${session.deviceCode}`);
    expect(polled.status).toBe('authorization_pending');
  });
});

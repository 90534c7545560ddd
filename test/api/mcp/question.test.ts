import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MCP_PATH } from '../../../api/mcp/path.ts';
import { newGuest } from '../../support/drivers/guest.ts';
import { createHost, type TestHost } from '../../support/drivers/host.ts';
import { postJson } from '../../support/drivers/http.ts';
import { connectMcp } from '../../support/drivers/mcp-client.ts';
import { codeFor } from '../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

let stack: Stack;
let host: TestHost;
beforeAll(async () => {
  stack = await startStack({ demo: false });
  host = await createHost(stack.sql);
});
afterAll(() => stack?.close());

type Json = Readonly<Record<string, unknown>>;
interface Answer {
  readonly resultType?: string;
  readonly inputRequests?: Readonly<Record<string, { readonly method: string; readonly params: Json }>>;
  readonly isError?: boolean;
  readonly structuredContent?: { readonly booking?: { readonly id: string } };
  readonly content?: readonly { readonly text: string }[];
}

/** A call of the protocol of 2026-07-28 by a client with these capabilities. */
async function call(name: string, input: Json, capabilities: Json, more: Json = {}): Promise<Answer> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const answer = await postJson(
    `${stack.publicUrl}${MCP_PATH}`,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input, ...more, _meta } },
    { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': name },
  );
  expect(answer.status, answer.text).toBe(200);
  return (answer.json() as never as { result: Answer }).result;
}

const FORMS = { elicitation: { form: {} } };
const answered = (response: Json): Json => ({ inputResponses: { answer: response } });
const errorIn = ({ content }: Answer) => JSON.parse(content?.[0]?.text ?? '').error;

let email: string;
let booking: Json;
beforeEach(async () => {
  email = newGuest();
  const [startMs = 0] = await host.openStarts();
  const startAt = new Date(startMs).toISOString();
  booking = { ...host.address, startAt, invitee: { email, name: 'Grace', timezone: 'Europe/Berlin' } };
});
const askCode = () => call('request_booking_code', { ...host.address, email, startAt: String(booking.startAt) }, FORMS);

it('a client that can ask people asks the guest for the code, which then books', async () => {
  await askCode();
  const asked = await call('confirm_booking', booking, FORMS);
  expect(asked.resultType).toBe('input_required');
  expect(asked.inputRequests).toEqual({
    answer: {
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: `To book, enter the six digits of the mail that came to ${email}.`,
        requestedSchema: {
          type: 'object',
          properties: {
            code: {
              type: 'string',
              title: 'Code',
              description: 'Six digits, from the mail.',
              minLength: 6,
              maxLength: 6,
            },
          },
          required: ['code'],
        },
      },
    },
  });
  const code = await codeFor(stack, email);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const refused = await call(
    'confirm_booking',
    booking,
    FORMS,
    answered({ action: 'accept', content: { code: wrong } }),
  );
  expect([refused.isError, errorIn(refused).code]).toEqual([true, 'request.unprocessable']);
  const done = await call('confirm_booking', booking, FORMS, answered({ action: 'accept', content: { code } }));
  expect(done.isError, JSON.stringify(done)).toBeUndefined();
  expect(done.structuredContent?.booking?.id).toBeTypeOf('string');
});

it.each([
  ['decline', { action: 'decline' }],
  ['cancel', { action: 'cancel' }],
])('a guest who answers %s books nothing', async (_name, response) => {
  await askCode();
  const answer = await call('confirm_booking', booking, FORMS, answered(response));
  expect(answer.isError).toBe(true);
  expect(errorIn(answer)).toMatchObject({ details: { reason: 'not_answered', field: 'code' } });
  expect(await stack.sql`select 1 from bookings where guest_email = ${email}`).toEqual([]);
});

it('asks nobody if the call has the code, is wrong anyway, or the client can not ask', async () => {
  const needsCode = { code: 'request.invalid', details: { issues: [{ path: 'code' }] } };
  for (const capabilities of [{}, { sampling: {} }, { elicitation: { url: {} } }])
    expect(errorIn(await call('confirm_booking', booking, capabilities))).toMatchObject(needsCode);
  const { invitee: _invitee, ...without } = booking;
  const wrong = errorIn(await call('confirm_booking', without, FORMS));
  expect(wrong.details.issues.map(({ path }: { path: string }) => path)).toContain('invitee');
  // An answer never replaces what the call says.
  const given = { ...booking, code: '12345' };
  const kept = await call('confirm_booking', given, FORMS, answered({ action: 'accept', content: { code: '123456' } }));
  expect(errorIn(kept)).toMatchObject(needsCode);
  for (const content of [{ code: 'abcdef' }, { code: 123_456 }, {}])
    expect(
      errorIn(await call('confirm_booking', booking, FORMS, answered({ action: 'accept', content }))),
    ).toMatchObject(needsCode);
  // No mode named: forms.
  expect((await call('confirm_booking', booking, { elicitation: {} })).resultType).toBe('input_required');
});

it('clients of earlier protocols are told of the missing code, and read in the list when to leave it out', async () => {
  const client = await connectMcp(`${stack.publicUrl}${MCP_PATH}`, {});
  const { tools } = await client.listTools();
  const { inputSchema } = tools.find(({ name }) => name === 'confirm_booking') ?? { inputSchema: undefined };
  expect(inputSchema?.required).toEqual(expect.arrayContaining(['startAt', 'invitee']));
  expect(inputSchema?.required).not.toContain('code');
  expect(JSON.stringify(inputSchema?.properties?.code)).toContain('elicitation');
  const answer = (await client.callTool({ name: 'confirm_booking', arguments: { ...booking } })) as never as Answer;
  expect(errorIn(answer)).toMatchObject({ details: { issues: [{ path: 'code' }] } });
  await client.close();
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { must, Steps } from './journey.ts';
import { mcpRemoteProcess } from './mcp-remote.ts';

const MAIL_PATIENCE_MS = 20_000;
const EVENT = { workspace: 'acme', username: 'ada', eventSlug: 'intro-30' };
const GUEST = { email: 'kim@example.com', name: 'Kim', timezone: 'Europe/Lisbon' };

async function mailedCode(appUrl: string): Promise<string> {
  for (const endMs = Date.now() + MAIL_PATIENCE_MS; Date.now() < endMs; await delay(100)) {
    const { messages } = (await (await fetch(`${appUrl}/dev/mailbox.json?to=${GUEST.email}`)).json()) as {
      messages: { subject: string }[];
    };
    const code = /^\d{6}\b/.exec(messages[0]?.subject ?? '')?.[0];
    if (code !== undefined) return code;
  }
  throw new Error('No mail with a code');
}

type Answer = Readonly<Record<string, unknown>>;

async function book(client: Client, steps: Steps, asked: () => string | undefined): Promise<void> {
  const call = async (name: string, input: object): Promise<Answer> => {
    const answer = await client.callTool({ name, arguments: { ...input } });
    must(answer.isError !== true, JSON.stringify(answer.content));
    return answer.structuredContent as Answer;
  };
  const startAt = await steps.take('code requested', async () => {
    const { slotsByDate } = await call('get_availability', { ...EVENT, timezone: GUEST.timezone, limit: 1 });
    const [slot] = (slotsByDate as { times: { startUtc: string }[] }[])[0]?.times ?? [];
    await call('request_booking_code', { ...EVENT, email: GUEST.email, startAt: slot?.startUtc });
    return slot?.startUtc;
  });
  await steps.take('asked for the code, booked', async () => {
    const { booking } = await call('confirm_booking', { ...EVENT, startAt, invitee: GUEST });
    must(asked()?.includes(GUEST.email) === true, 'Nobody was asked');
    must((booking as Answer).status === 'confirmed', 'It is not booked');
  });
}

/**
 * A guest books over the public endpoint, and gives the code in a form of their client: mcp-remote brings the question of the protocol of
 * 2026-07-28 to a client of the one before. @returns whether every step passed
 */
export async function guestJourney(appUrl: string, url: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-guest-'));
  const client = new Client(
    { name: 'connect-clients', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } } },
  );
  let message: string | undefined;
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    message = params.message;
    return { action: 'accept' as const, content: { code: await mailedCode(appUrl) } };
  });
  const steps = new Steps('a guest by mcp-remote');
  try {
    const transport = mcpRemoteProcess(url, folder, ['--protocol', 'auto']) as Transport;
    await steps.take('connected', () => client.connect(transport));
    await book(client, steps, () => message);
    return true;
  } catch {
    return false;
  } finally {
    await client.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

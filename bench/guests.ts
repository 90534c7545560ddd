/** Guests who book over REST with codes. Each has their own address and slot. */
import { Agent, request } from 'node:http';
import { createHost, type TestHost } from '../test/support/drivers/host.ts';
import type { Stack } from './stack.ts';

export interface Guest {
  /** Requests the code. */
  requestCode(): Promise<void>;
  /** Reads the code from the mailbox. */
  readCode(): Promise<string>;
  book(code: string): Promise<void>;
}

export type NextGuest = () => Guest;

const HOSTS = 40;

/**
 * Spreads guests over 40 hosts, so that they load the servers and not one calendar.
 * @param prepare what each host has besides
 */
export async function guestsOf(
  stack: Stack,
  prepare: (host: TestHost) => Promise<void> = async () => {},
): Promise<NextGuest> {
  const hosts = await Promise.all(Array.from({ length: HOSTS }, () => createHost(stack.sql)));
  for (const host of hosts) await prepare(host);
  // The next start would be too soon when its guest books.
  const starts = await Promise.all(hosts.map(async (host) => (await host.openStarts()).slice(1)));
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  let guests = 0;
  return () => {
    const nth = guests++;
    const host = hosts[nth % HOSTS];
    const startMs = starts[nth % HOSTS]?.[Math.floor(nth / HOSTS)];
    if (!host || startMs === undefined) throw new Error('The bench has run out of slots');
    return guest(stack, agent, host, startMs, `guest-${nth}-${Date.now()}@bench.example.com`);
  };
}

function guest(stack: Stack, agent: Agent, { address }: TestHost, startMs: number, email: string): Guest {
  const url = `${stack.publicUrl}/api/v1/public/${address.workspace}/${address.username}/${address.eventSlug}`;
  const startAt = new Date(startMs).toISOString();
  return {
    requestCode: async () => {
      await post(agent, `${url}/otp`, { email });
    },
    readCode: async () => {
      const [mail] = await stack.sql<{ text: string }[]>`
        select text_body as text from local_mails where recipient = ${email} and kind = 'booking_code'
        order by created_at desc limit 1`;
      const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
      if (!code) throw new Error(`No code was mailed to ${email}`);
      return code;
    },
    book: async (code) => {
      const invitee = { email, name: 'Sam Guest', timezone: 'Europe/Berlin' };
      const { booking } = await post(agent, `${url}/book`, { startAt, code, invitee });
      if (booking?.startAt !== startAt || booking.status !== 'confirmed')
        throw new Error(`A booking was answered with ${JSON.stringify(booking)}`);
    },
  };
}

interface Answer {
  readonly booking?: { readonly startAt: string; readonly status: string };
}

const TRIES = 4;

/** Posts, and repeats a 503 as the API advises. @throws Error for any other answer but 200. */
async function post(agent: Agent, url: string, body: object): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const { status, text } = await postOnce(agent, url, JSON.stringify(body));
    if (status === 200) return JSON.parse(text) as Answer;
    if (status !== 503 || attempt === TRIES) throw new Error(`${url} answered ${status}: ${text}`);
    console.error(`Repeated after 503: ${url}`);
  }
}

const postOnce = (agent: Agent, url: string, body: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json' };
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    call.on('error', reject);
    call.end(body);
  });

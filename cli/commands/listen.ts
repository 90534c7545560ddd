import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import pc from 'picocolors';
import { Webhook } from 'standardwebhooks';
import { isWellFormedKey } from '../../domain/access/api-key.ts';
import { didYouMean, namesNear } from '../../domain/names-near.ts';
import { eventRequest, type Sign } from '../../domain/webhooks/event-request.ts';
import { ANSWERED_WITHIN_MS } from '../../domain/webhooks/schedule.ts';
import type { Output as OutputOf } from '../../schemas/operation.ts';
import { webhooks } from '../../schemas/operations/webhooks.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../schemas/shapes/webhook-events.ts';
import { CliError, EXIT, hasExit, usageError } from '../exit.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';

export const registerListen = (program: Command): void => {
  program
    .command('listen')
    .option('--forward-to <address>', 'where they go, such as http://localhost:4000/in')
    .option('--events <types>', 'only these, with commas between them, such as booking.created,booking.canceled')
    .addOption(new Option('--payload <which>', 'default: full').choices(['full', 'thin']))
    .option('--print-secret', 'print the secret that signs, and end')
    .action(action(listen));
};

interface ListenOptions {
  readonly forwardTo?: string;
  readonly events?: string;
  readonly payload?: 'full' | 'thin';
  readonly printSecret?: true;
}

type Heard = OutputOf<typeof webhooks.listenForEvents>;
type HeardEvent = Heard['events'][number];

/** The secret that signs what is forwarded: of this key, so that a receiver's settings stay as they are from one start to the next. */
export const secretOf = (apiKey: string): string =>
  `whsec_${createHmac('sha256', apiKey).update('holdfast listen').digest('base64')}`;

const OURS = 'svc_';

/** Nothing asks the server before the secret is printed: a key that was cut off would give one that signs nothing. Keys of before have any form. */
function keyOf(session: Session): string {
  const { apiKey } = session.caller();
  if (!apiKey.startsWith(OURS) || isWellFormedKey(apiKey, apiKey)) return apiKey;
  const message =
    'The key is mistyped or cut off: its end does not fit. Copy it again into HOLDFAST_API_KEY, or run: holdfast login';
  throw new CliError({ error: { code: 'auth.required', message, details: { reason: 'key_malformed' } } });
}

function addressOf(text: string | undefined): URL {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw usageError('--forward-to must be an http or https address, such as http://localhost:4000/in');
}

function typesOf(text: string | undefined): WebhookEvent[] | null {
  if (text === undefined) return null;
  const types = text.split(',').map((type) => type.trim());
  for (const type of types) {
    if ((WEBHOOK_EVENTS as readonly string[]).includes(type)) continue;
    throw usageError(
      `--events: there is no event ${type}.${didYouMean(namesNear(type, WEBHOOK_EVENTS))} There are: ${WEBHOOK_EVENTS.join(', ')}`,
    );
  }
  return types as WebhookEvent[];
}

async function listen(session: Session, { forwardTo, events, payload, printSecret }: ListenOptions): Promise<void> {
  const { output } = session;
  const secret = secretOf(keyOf(session));
  if (printSecret) return output.answer({ secret }, () => output.line(secret));
  const [address, types] = [addressOf(forwardTo), typesOf(events)];
  const ask = { events: types, payload: payload ?? 'full' } as const;
  const ending = endOfProcess();
  // Without a cursor it answers at once, so that nothing is missed after these lines.
  const first = await askUntilHeard(session, ask, ending.signal);
  if (first) {
    output.note(`Signed with ${pc.bold(secret)} (the same at each start with this key)`);
    output.note(`Listening. Events go to ${address.href}. Ctrl-C ends it.`);
    const forward = createForward(address, new Webhook(secret));
    await forwardAll(session, { ask, first, forward, signal: ending.signal });
  }
  output.note('Stopped.');
  // The last question may wait for its answer for some seconds: nobody needs that.
  process.exit(EXIT.ok);
}

/** Aborted by Ctrl-C and by SIGTERM. */
function endOfProcess(): AbortController {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  return ending;
}

interface Ask {
  readonly events: WebhookEvent[] | null;
  readonly payload: 'full' | 'thin';
  readonly cursor?: string;
  readonly waitSeconds?: number;
}

const WAIT_SECONDS = 20;
const LONGEST_PAUSE_MS = 10_000;

/** undefined: the process ends. Nothing stays at the signal: it is asked for days. */
export async function unlessEnded<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  let end = (): void => {};
  const ended = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined);
  });
  signal.addEventListener('abort', end);
  try {
    if (signal.aborted) end();
    return await Promise.race([ended, work]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

const isPassing = (error: unknown): boolean => hasExit(error, EXIT.unavailable, EXIT.rateLimited);

/** Asks again while the server does not answer. undefined: the process ends. */
async function askUntilHeard(session: Session, ask: Ask, signal: AbortSignal): Promise<Heard | undefined> {
  for (let pauseMs = 500; !signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      const heard = await unlessEnded(session.keyed().call(webhooks.listenForEvents, ask, 'once'), signal);
      if (pauseMs > 500 && heard) session.output.note('Listening again.');
      return heard;
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (pauseMs === 500) session.output.note(`${(error as CliError).forPeople} Trying again.`);
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

interface Listening {
  readonly ask: Ask;
  readonly first: Heard;
  readonly forward: (event: HeardEvent) => Promise<Forwarded>;
  readonly signal: AbortSignal;
}

async function forwardAll(session: Session, { ask, first, forward, signal }: Listening): Promise<void> {
  let heard: Heard | undefined = first;
  while (heard && !signal.aborted) {
    for (const event of heard.events) if (!signal.aborted) show(session, event, await forward(event));
    const { cursor, listeningUntil }: Heard = heard;
    heard = await askUntilHeard(session, { ...ask, cursor, waitSeconds: WAIT_SECONDS }, signal);
    if (heard && Date.parse(heard.listeningUntil) - LISTENING_MS > Date.parse(listeningUntil))
      session.output.note(`It was away for long: events after ${listeningUntil} may be missing.`);
  }
}

/** A call that comes after the end of the time before begins a new one, of at most so long. */
const LISTENING_MS = 15 * 60_000;

interface Forwarded {
  /** null: no answer. */
  readonly status: number | null;
  readonly failure?: string;
  readonly tookMs: number;
}

/** Posts an event as a delivery is posted: once, in order, without following redirects. */
const createForward =
  (address: URL, webhook: Webhook) =>
  async (event: HeardEvent): Promise<Forwarded> => {
    const begun = performance.now();
    const sign: Sign = (id, atMs, body) => webhook.sign(id, new Date(atMs), body);
    const { headers, body } = eventRequest(event, [sign], Date.now());
    const took = () => Math.round(performance.now() - begun);
    try {
      const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
      const answer = await fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal });
      await answer.body?.cancel();
      return { status: answer.status, tookMs: took() };
    } catch (error) {
      return { status: null, failure: whyOf(error), tookMs: took() };
    }
  };

function whyOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && cause.name === 'TimeoutError') return `none in ${ANSWERED_WITHIN_MS / 1_000} s`;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

function show({ output }: Session, { id, type, data }: HeardEvent, { status, failure, tookMs }: Forwarded): void {
  const isTaken = status !== null && status >= 200 && status < 300;
  const said = status === null ? `no answer (${failure})` : String(status);
  output.answer({ id, type, data, status, failure: failure ?? null, tookMs }, () =>
    output.line(`${type}  ${pc.dim(id)}  → ${isTaken ? pc.green(said) : pc.red(said)}  ${tookMs} ms`),
  );
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Message, Models } from 'postmark';

type Answer = { status: number; errorCode: number; message: string };

/** The fake's reaction to a message: it accepts it, refuses it, or accepts it and drops the connection. */
export type Reaction = 'accept' | 'accept and hang up' | 'hang up' | Answer;

/** Postmark's errors in its API's words. The messages contain the address, as the real ones do. */
export const refusals = {
  inactive: (to: string): Answer => ({
    status: 422,
    errorCode: 406,
    message: `You tried to send to recipient(s) that have been marked as inactive. Found inactive addresses: ${to}. Inactive recipients are ones that have generated a hard bounce, a spam complaint, or a manual suppression.`,
  }),
  invalid: (to: string): Answer => ({ status: 422, errorCode: 300, message: `Invalid 'To' address: '${to}'.` }),
  invalidSender: { status: 422, errorCode: 300, message: "Invalid 'From' address: 'mail'." },
  senderUnknown: {
    status: 422,
    errorCode: 400,
    message: 'The From address is not a Sender Signature on your account.',
  },
  badToken: { status: 401, errorCode: 10, message: 'Request does not contain a valid Server token.' },
  tooMany: { status: 429, errorCode: 429, message: 'Rate limit exceeded' },
  broken: { status: 500, errorCode: 0, message: 'Internal Server Error' },
  away: { status: 503, errorCode: 100, message: 'Maintenance' },
} satisfies Record<string, Answer | ((to: string) => Answer)>;

/** The mailboxes that Postmark takes, by its support article 1180 ("What does Error Code: '300' mean?"). */
const MAILBOX = /^[a-z0-9.!#$%&'`*+\-/=^_{}|~]+@/i;

/** A fake of Postmark's email and outbound-message APIs for the real SDK. Shapes are the SDK's published types. */
export async function startFakePostmark() {
  const sent: { message: Message; id: string }[] = [];
  const requests: string[] = [];
  let reactions: Reaction[] = [];

  async function onEmail(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = JSON.parse(await bodyOf(request)) as Message;
    const untaken = (['To', 'ReplyTo'] as const).find((field) => message[field] && !MAILBOX.test(message[field]));
    if (untaken)
      return answer(response, 422, { ErrorCode: 300, Message: `Invalid '${untaken}' address: '${message[untaken]}'.` });
    const reaction = reactions.shift() ?? 'accept';
    if (typeof reaction === 'object') {
      return answer(response, reaction.status, { ErrorCode: reaction.errorCode, Message: reaction.message });
    }
    const id = `00000000-0000-4000-8000-${String(sent.length + 1).padStart(12, '0')}`;
    if (reaction !== 'hang up') sent.push({ message, id });
    if (reaction !== 'accept') return void request.socket.destroy();
    const accepted: Models.MessageSendingResponse = {
      To: message.To ?? '',
      SubmittedAt: '2026-11-21T09:00:00.0000000-05:00',
      MessageID: id,
      ErrorCode: 0,
      Message: 'OK',
    };
    answer(response, 200, accepted);
  }

  function onSearch(url: URL, response: ServerResponse): void {
    const key = url.searchParams.get('metadata_mail-key');
    const found = sent.filter(({ message }) => message.Metadata?.['mail-key'] === key);
    const Messages = found.map(({ message, id }) => ({
      MessageID: id,
      Metadata: message.Metadata ?? {},
      Status: 'Sent',
    }));
    answer(response, 200, { TotalCount: String(found.length), Messages });
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    requests.push(`${request.method} ${url.pathname}`);
    if (request.headers['x-postmark-server-token'] !== 'server-token')
      return answer(response, 401, { ErrorCode: 10, Message: 'Bad token' });
    if (request.method === 'POST' && url.pathname === '/email') return void onEmail(request, response);
    if (request.method === 'GET' && url.pathname === '/messages/outbound') return onSearch(url, response);
    answer(response, 404, { ErrorCode: 0, Message: 'Not found' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** Options for connectPostmark. */
    options: { requestHost: `127.0.0.1:${port}`, useHttps: false },
    /** The messages that Postmark accepted. */
    sent,
    /** The method and path of every request, in order. */
    requests,
    /** Sets the reactions to the next messages. Later messages are accepted. */
    react: (...next: Reaction[]) => {
      reactions = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A delivery, in the order of arrival. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly atMs: number;
}

export interface ReceiverAnswer {
  readonly status: number;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Before it answers. */
  readonly afterMs?: number;
}

/** A stranger's receiver: real HTTP, and the kept library to verify. */
export class WebhookReceiver {
  readonly received: ReceivedEvent[] = [];
  /** Default: takes everything. A promise is answered once it settles. */
  answer: (event: ReceivedEvent) => ReceiverAnswer | Promise<ReceiverAnswer> = () => ({ status: 204 });
  atOnce = 0;
  maxAtOnce = 0;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      this.atOnce += 1;
      this.maxAtOnce = Math.max(this.maxAtOnce, this.atOnce);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', async () => {
        const body = Buffer.concat(chunks).toString('utf8');
        const { type, data } = JSON.parse(body);
        const headers = request.headers as Record<string, string>;
        const event = { id: headers['webhook-id'] ?? '', type, data, body, headers, atMs: Date.now() };
        this.received.push(event);
        const { status, text = '', headers: own = {}, afterMs = 0 } = await this.answer(event);
        setTimeout(() => {
          this.atOnce -= 1;
          response.writeHead(status, { 'content-type': 'text/plain', ...own }).end(text);
        }, afterMs);
      });
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}/hooks?token=in-the-query`;
  }

  /** Deliveries about one subject. @throws if a signature is wrong */
  verified(secret: string): ReceivedEvent[] {
    const webhook = new Webhook(secret);
    return this.received.filter(({ body, headers }) => webhook.verify(body, headers) !== undefined);
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

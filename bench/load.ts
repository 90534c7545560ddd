import { Agent, get } from 'node:http';
import autocannon from 'autocannon';

const CONNECTIONS = 16;
/** Keep every nth answer to check its body. */
const SAMPLE_EVERY = 40;

export interface Load {
  readonly requestsPerSecond: number;
  /** Some of the answers, by path. */
  readonly samples: ReadonlyMap<string, string>;
}

/**
 * Sends load to a server for some seconds, each request with the next path.
 * @throws Error for any answer but 200.
 */
export async function load(origin: string, nextPath: () => string, seconds: number): Promise<Load> {
  const samples = new Map<string, string>();
  let answers = 0;
  let odd: string | undefined;
  const request: autocannon.Request = {
    method: 'GET',
    setupRequest: (prepared, context) => {
      const path = nextPath();
      Object.assign(context, { path });
      return { ...prepared, path };
    },
    onResponse: (status, body, context) => {
      answers += 1;
      if (status !== 200) odd ??= `${status}: ${body}`;
      if (answers % SAMPLE_EVERY === 1) samples.set((context as { path: string }).path, body);
    },
  };
  const result = await autocannon({ url: origin, connections: CONNECTIONS, duration: seconds, requests: [request] });
  if (odd !== undefined || result.errors > 0 || answers === 0)
    throw new Error(`The load of ${origin} met ${odd ?? `${result.errors} broken connections`}`);
  return { requestsPerSecond: answers / result.duration, samples };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** One call on a kept connection. @throws Error for any answer but 200. */
export const getText = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const call = get(url, { agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${url} answered ${response.statusCode}: ${text}`));
      });
    });
    call.on('error', reject);
  });

import {
  Client,
  type Context,
  HTTPMessageHandler,
  type Middleware,
  ResponseType,
} from '@microsoft/microsoft-graph-client';
import type { CallLimits } from '../provider.ts';
import { ProviderError } from '../provider.ts';
import { AtOnce } from './at-once.ts';
import { awayFailure, graphFailure } from './failures.ts';

const VERSION = 'v1.0';

/** One header for all preferences: the SDK's `header()` overwrites. Ids stay the same when an event moves; all times are UTC. */
const PREFER = 'IdType="ImmutableId", outlook.timezone="UTC", odata.maxpagesize=200';

/** Adds the token, to Graph's own address alone. The SDK's handler would drop it at a stand-in without TLS, and retry by itself. */
class WithToken implements Middleware {
  readonly #token: string;
  readonly #origin: string;
  #next: Middleware | undefined;

  constructor(token: string, origin: string) {
    this.#token = token;
    this.#origin = origin;
  }

  setNext(next: Middleware): void {
    this.#next = next;
  }

  async execute(context: Context): Promise<void> {
    const url = typeof context.request === 'string' ? context.request : context.request.url;
    if (new URL(url).origin !== this.#origin) throw new ProviderError('refused', 'a link leads elsewhere');
    const headers = new Headers(context.options?.headers as ConstructorParameters<typeof Headers>[0]);
    headers.set('Authorization', `Bearer ${this.#token}`);
    headers.set('Prefer', PREFER);
    // Graph redirects none of these calls. One that did would take the request, if not its token, elsewhere.
    context.options = { ...context.options, headers, redirect: 'error' };
    await this.#next?.execute(context);
  }
}

export interface GraphAnswer {
  readonly status: number;
  /** {} without a body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Where a collection goes on, as a path: null, it does not. */
  readonly nextPath: string | null;
  /** Where the changes after this round will be. */
  readonly deltaPath: string | null;
}

export interface GraphCall extends CallLimits {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the version, with its query. Ids and values are encoded already. */
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** A booking waits for it. */
  readonly isFirst?: boolean;
}

/** One account at Graph. @throws ProviderError for every answer but 2xx */
export type Graph = (call: GraphCall) => Promise<GraphAnswer>;

const atOnce = new AtOnce();

/**
 * @param apiUrl https://graph.microsoft.com/, or a stand-in's
 * @param mailbox names the account among those of this process: so many calls at once are for each
 */
export function graphOf(accessToken: string, apiUrl: string, mailbox: string): Graph {
  const { origin } = new URL(apiUrl);
  const client = Client.initWithMiddleware({
    baseUrl: `${origin}/`,
    defaultVersion: VERSION,
    middleware: [new WithToken(accessToken, origin), new HTTPMessageHandler()],
  });
  return async ({ method = 'GET', path, body: sent, headers = {}, signal, isFirst = false }) => {
    const request = client
      .api(path)
      .responseType(ResponseType.RAW)
      .options({ signal })
      .headers({ ...headers });
    const call = async () => {
      const response = (await send(request, method, sent)) as Response;
      return { response, text: await response.text() };
    };
    const { response, text } = await atOnce.run(mailbox, { signal, isFirst }, call).catch(awayFailure);
    const body = jsonOf(text);
    if (!response.ok) throw graphFailure(response, body);
    const [nextPath, deltaPath] = [pathOf(body['@odata.nextLink'], origin), pathOf(body['@odata.deltaLink'], origin)];
    return { status: response.status, body, nextPath, deltaPath };
  };
}

/** The path in a link that Graph gave; null: it gave none. @throws ProviderError refused: it leads elsewhere, where our token must not go */
function pathOf(link: unknown, origin: string): string | null {
  if (typeof link !== 'string') return null;
  const { origin: given, pathname, search, username } = new URL(URL.canParse(link) ? link : 'about:blank');
  if (given !== origin || username !== '' || !pathname.startsWith(`/${VERSION}/`))
    throw new ProviderError('refused', 'a link leads elsewhere');
  return pathname.slice(VERSION.length + 1) + search;
}

type Request = ReturnType<Client['api']>;

const send = (
  request: Request,
  method: NonNullable<GraphCall['method']>,
  body: object | undefined,
): Promise<unknown> => {
  if (method === 'GET') return request.get();
  if (method === 'DELETE') return request.delete();
  return method === 'POST' ? request.post(body) : request.patch(body);
};

const jsonOf = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
};

/** All entries of a collection, page by page. @param path as in a call */
export async function readAll<T>(graph: Graph, path: string, call: Omit<GraphCall, 'path'>): Promise<T[]> {
  const found: T[] = [];
  for (let next: string | null = path; next !== null; ) {
    const { body, nextPath }: GraphAnswer = await graph({ path: next, ...call });
    found.push(...((body.value ?? []) as readonly T[]));
    next = nextPath;
  }
  return found;
}

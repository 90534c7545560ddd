interface Described {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

interface OpenApiDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<
      Record<string, { readonly type: string; readonly in?: string; readonly name?: string }>
    >;
  };
}

type Body = Readonly<Record<string, unknown>>;

/** An agent that knows nothing but an OpenAPI document: where to call, how, and which header carries what it was given. */
export class ScriptedAgent {
  readonly #document: OpenApiDocument;
  readonly #credentials = new Map<string, string>();

  private constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  static async read(url: string): Promise<ScriptedAgent> {
    return new ScriptedAgent((await (await fetch(url)).json()) as OpenApiDocument);
  }

  /** Keeps what it was given, by the name of the security scheme. */
  use(credentials: Readonly<Record<string, string>>): void {
    for (const [scheme, value] of Object.entries(credentials)) this.#credentials.set(scheme, value);
  }

  /** @throws Error if the answer is no success, or the document has no such operation */
  async must(tag: string, operationId: string, input: Body, schemes?: readonly string[]): Promise<Body> {
    const { status, body } = await this.call(tag, operationId, input, schemes);
    if (status >= 300) throw new Error(`${operationId} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** @param schemes what it shows. Default: the most that the operation takes, of what it has */
  async call(tag: string, operationId: string, input: Body, schemes?: readonly string[]) {
    const { method, path, operation } = this.#find(tag, operationId);
    const rest: Record<string, unknown> = { ...input };
    const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
      const value = encodeURIComponent(String(rest[name]));
      delete rest[name];
      return value;
    });
    const url = new URL(`${this.#document.servers[0]?.url}${filled}`);
    const isRead = method === 'get';
    if (isRead) for (const [name, value] of Object.entries(rest)) url.searchParams.set(name, String(value));
    const answer = await fetch(url, {
      method: method.toUpperCase(),
      headers: { 'content-type': 'application/json', ...this.#headers(operation, schemes) },
      ...(isRead ? {} : { body: JSON.stringify(rest) }),
    });
    return { status: answer.status, body: (await answer.json()) as Body };
  }

  #find(tag: string, operationId: string) {
    for (const [path, methods] of Object.entries(this.#document.paths))
      for (const [method, operation] of Object.entries(methods))
        if (operation.operationId === operationId && operation.tags?.includes(tag)) return { method, path, operation };
    throw new Error(`the document has no ${operationId} of ${tag}`);
  }

  #headers({ security = [] }: Described, schemes?: readonly string[]): Record<string, string> {
    const possible = security
      .map((one) => Object.keys(one))
      .filter((names) => names.every((name) => this.#credentials.has(name)));
    const shown = schemes ?? possible.toSorted((a, b) => b.length - a.length)[0] ?? [];
    return Object.fromEntries(
      shown.map((name) => [
        this.#document.components.securitySchemes[name]?.name ?? 'authorization',
        this.#credentials.get(name) ?? '',
      ]),
    );
  }
}

export interface Page {
  readonly status: number;
  readonly html: string;
  readonly location: string | null;
  readonly headers: Headers;
  /** Set-Cookie lines, as sent. */
  readonly setCookies: readonly string[];
}

/** Opens pages and sends forms over HTTP. Keeps cookies, runs no scripts, follows no redirects. */
export class PageClient {
  readonly origin: string;
  readonly cookies = new Map<string, string>();
  readonly #ip: string | undefined;

  /** @param ip the client address that a trusted proxy sends */
  constructor(origin: string, ip?: string) {
    this.origin = origin;
    this.#ip = ip;
  }

  open(path: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#send(path, { headers });
  }

  submit(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> {
    return this.#send(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  async #send(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Page> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(new URL(path, this.origin), {
      ...init,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        ...(cookie === '' ? {} : { cookie }),
        ...(this.#ip === undefined ? {} : { 'x-forwarded-for': this.#ip }),
        ...init.headers,
      },
    });
    const setCookies = answer.headers.getSetCookie();
    for (const line of setCookies) this.#keep(line);
    const location = answer.headers.get('location');
    return { status: answer.status, html: await answer.text(), location, headers: answer.headers, setCookies };
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** The value of a hidden field, or '' if there is none. */
export const hiddenField = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';

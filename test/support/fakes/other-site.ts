import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OtherSite {
  /** Another origin and another site than ours: 127.0.0.1 is not localhost. */
  readonly origin: string;
  /** Serves this HTML at a path. @returns its URL */
  put(path: string, html: string): string;
  close(): Promise<void>;
}

/** A third party's website on a separate port: plain files, no content security policy. */
export async function startOtherSite(): Promise<OtherSite> {
  const pages = new Map<string, string>();
  const server: Server = createServer((request, response) => {
    const html = pages.get(request.url ?? '');
    response.writeHead(html === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    put(path, html) {
      pages.set(path, `<!DOCTYPE html><html lang="en"><title>Somebody’s site</title><body>${html}`);
      return `${origin}${path}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

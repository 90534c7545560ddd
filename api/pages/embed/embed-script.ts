import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';

const ONE_HOUR_SECONDS = 3_600;

/**
 * GET /embed.js: opens booking pages in a pop-up on other sites. Its address stays in their HTML, so caches keep it for one hour
 * only. Comments and indentation are removed.
 */
export function embedScript(): RequestHandler {
  const source = readFileSync(new URL('../../../web/assets/embed.js', import.meta.url), 'utf8');
  const script = source.replaceAll(/^\s*\/\/.*\n|^\s+/gm, '');
  return (_request, response) => {
    response
      .set('Content-Type', 'text/javascript; charset=utf-8')
      .set('Cache-Control', `public, max-age=${ONE_HOUR_SECONDS}`)
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .set('X-Content-Type-Options', 'nosniff')
      .send(script);
  };
}

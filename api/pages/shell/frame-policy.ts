import type { Request, RequestHandler } from 'express';
import helmet from 'helmet';

/** Only our own files, nothing inline. Forms and scripts call our own origin only. */
const guard = (ancestors: readonly string[], formTargets: readonly string[] = []): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'connect-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'"],
        'font-src': ["'self'"],
        'form-action': ["'self'", ...formTargets],
        'base-uri': ["'none'"],
        'frame-ancestors': [...ancestors],
      },
    },
    // The older header cannot allow "any https site": pages that may be framed do not send it.
    frameguard: ancestors.includes("'none'") && { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  });

/** For pages that act with the reader's rights: no site may frame them. */
export const refuseFrames = guard(["'none'"]);

/** The same for a form whose answer leads to another place: browsers apply the policy to redirects, too. @param target a source, such as an origin */
export const refuseFramesButLeadTo = (target: string): RequestHandler => guard(["'none'"], [target]);

/**
 * For the steps of a booking, which websites open in a frame (docs/decisions/pages.md#frames). Sites without TLS are
 * allowed only if we have no TLS either: on a developer's machine.
 */
export const allowFrames = (publicUrl: string): RequestHandler =>
  guard(publicUrl.startsWith('https:') ? ['https:'] : ['https:', 'http:']);

/** Browsers send Sec-Fetch-Dest with every page of a frame. `embed=1` marks the first page for browsers that do not. */
export const isFramed = (request: Request): boolean =>
  request.headers['sec-fetch-dest'] === 'iframe' || request.query.embed === '1';

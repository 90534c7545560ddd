import type { Request, RequestHandler } from 'express';
import helmet from 'helmet';

/** Nothing from elsewhere, nothing inline; forms go home only; scripts are our own files and call our own origin. */
const guard = (ancestors: readonly string[]): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'connect-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'frame-ancestors': [...ancestors],
      },
    },
    // The older header knows no "https sites": where frames are let in, it is left out.
    frameguard: ancestors.includes("'none'") && { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  });

/** For pages that act for whoever opens them: no site may frame them. */
export const refuseFrames = guard(["'none'"]);

/**
 * For the steps of a booking, which websites open in a frame (docs/decisions/0074). Sites without TLS only where we have
 * none either: on a developer's machine.
 */
export const allowFrames = (publicUrl: string): RequestHandler =>
  guard(publicUrl.startsWith('https:') ? ['https:'] : ['https:', 'http:']);

/** Browsers say it of every page of a frame; `embed=1` says it of the first, for those that say nothing. */
export const isFramed = (request: Request): boolean =>
  request.headers['sec-fetch-dest'] === 'iframe' || request.query.embed === '1';

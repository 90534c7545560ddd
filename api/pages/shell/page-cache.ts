import type { RequestHandler, Response } from 'express';

/** No cache stores it, not even the browser's own, and no search engine lists it. */
export const keepPrivate = (response: Response): void =>
  void response.set('Cache-Control', 'private, no-store').set('X-Robots-Tag', 'noindex');

/** For pages that show personal data: see `keepPrivate`. */
export const personal: RequestHandler = (_request, response, next) => {
  keepPrivate(response);
  next();
};

/** For all other pages. They change with every booking: a browser may store one for its back button, and asks again otherwise. */
export const revalidate: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'private, no-cache');
  next();
};

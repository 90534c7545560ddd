import type { RequestHandler } from 'express';
import type { Show } from './visit.ts';

/** Continues for clients that prefer an HTML page. Others leave the pages' router: the API answers them. */
const preferring =
  (types: readonly ['json', 'html'] | readonly ['html', 'json']): RequestHandler =>
  (request, _response, next) => {
    if (request.accepts([...types]) === 'html') next();
    else next('router');
  };

/** A client without a preference gets the API's answer. */
export const wantsPage = preferring(['json', 'html']);
/** A client without a preference gets the page. */
export const pageByDefault = preferring(['html', 'json']);

/** One address in two types: Markdown for clients that prefer it, HTML for all others. */
export const orMarkdown =
  (page: Show, markdown: Show): Show =>
  (visit) => {
    visit.response.vary('Accept');
    const wanted = visit.request.accepts(['text/html', 'text/markdown']);
    return wanted === 'text/markdown' ? markdown(visit) : page(visit);
  };

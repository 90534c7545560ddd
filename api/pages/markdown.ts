import type { Failure } from '../dispatch.ts';
import { bullets, documentOf, heading, plain } from './markdown-text.ts';
import { reasonOf } from './problems.ts';
import type { Visit } from './visit.ts';

type Show = (visit: Visit) => void | Promise<void>;

const TITLES: Readonly<Record<number, string>> = {
  400: 'Not understood',
  402: 'No bookings right now',
  404: 'Not found',
  429: 'Too many requests',
  503: 'Not available right now',
};

/** Answers a page for agents. They read English, as all of the interface is. */
export function sendMarkdown(visit: Visit, lines: readonly string[], status = 200): void {
  visit.response.status(status).type('text/markdown; charset=utf-8').send(documentOf(lines));
}

/** A failure for agents: what happened, and what the code and the reason of the interface are. */
export function failInMarkdown(visit: Visit, failure: Failure): void {
  visit.waitFor(failure);
  const { code, message } = failure.envelope.error;
  const reason = reasonOf(failure);
  const facts = [
    `Status: ${failure.status}`,
    `Code: \`${code}\``,
    ...(reason === '' ? [] : [`Reason: \`${reason}\``]),
    ...(failure.retryAfterSeconds === undefined ? [] : [`Try again in ${failure.retryAfterSeconds} seconds.`]),
    `The whole interface: ${visit.kit.services.urls.appUrl}/api/v1/openapi`,
  ];
  const title = TITLES[failure.status] ?? 'Something went wrong on our side';
  sendMarkdown(visit, [...heading(1, title), plain(message), '', ...bullets(facts)], failure.status);
}

/** One address, two readers: whoever would rather read Markdown than HTML gets it. */
export const orMarkdown =
  (page: Show, markdown: Show): Show =>
  (visit) => {
    visit.response.vary('Accept');
    const wanted = visit.request.accepts(['text/html', 'text/markdown']);
    return wanted === 'text/markdown' ? markdown(visit) : page(visit);
  };

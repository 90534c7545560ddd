import { problemWords } from '../../../texts/en/pages/frame.ts';
import { translated } from '../../../texts/translated.ts';
import { DEFAULT_LOCALE } from '../../../web/parts/locale.ts';
import type { Failure } from '../../core/call.ts';
import { problemOf, reasonOf } from '../shell/problems.ts';
import type { Visit } from '../shell/visit.ts';
import { bullets, documentOf, heading } from './text.ts';

/** What a page says if nothing is there, and what to do next. */
export interface Missing {
  readonly title: string;
  readonly text: string;
  readonly next: readonly string[];
}

/** Answers a page for agents, in English like all of the interface. */
export function sendMarkdown(visit: Visit, lines: readonly string[], status = 200): void {
  visit.response
    .status(status)
    .type('text/markdown; charset=utf-8')
    .set('Content-Language', 'en')
    .send(documentOf(lines));
}

/** A failure for agents: what happened, in the words for people, and what to do next. */
export function failInMarkdown(visit: Visit, failure: Failure, missing: Missing): void {
  visit.waitFor(failure);
  // An invalid name or token gets the same answer as a missing one: neither can be guessed.
  const isMissing = failure.status === 404 || failure.status === 400;
  const status = isMissing ? 404 : failure.status;
  const { title, text, next } = isMissing ? missing : passing(failure);
  const reason = reasonOf(failure);
  const facts = `status ${status}, code \`${failure.envelope.error.code}\`${reason === '' ? '' : `, reason \`${reason}\``}`;
  sendMarkdown(
    visit,
    [...heading(1, title), text, '', ...bullets([...next, `For whoever asks why: ${facts}.`])],
    status,
  );
}

function passing(failure: Failure): Missing {
  const { title, text, requestId } = problemOf(failure, DEFAULT_LOCALE, { href: '' });
  const { quote } = translated(problemWords, DEFAULT_LOCALE.language);
  return { title, text, next: requestId === undefined ? [] : [quote(requestId)] };
}

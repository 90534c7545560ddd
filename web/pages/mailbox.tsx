import { renderToStaticMarkup } from 'react-dom/server';
import type { MailAttachment } from '../../domain/mail/mail.ts';
import { MAILBOX_CSS } from './mailbox-css.ts';

/** A mail as the mailbox page shows it. */
export interface MailboxMessage {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly kind: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
  readonly createdAt: Date;
}

export interface MailboxPage {
  /** newest first */
  readonly messages: readonly MailboxMessage[];
  /** the opened mail; null shows the newest */
  readonly selected: MailboxMessage | null;
  /** the searched address, or null */
  readonly to: string | null;
  readonly view?: 'html' | 'text';
}

/**
 * The header to serve this page with. The page has no script. A mail's inline styles must work in its frame, which
 * inherits this policy: styles are allowed, and a nonce would undo that.
 */
export const MAILBOX_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The local mailbox as a page: a list, the opened mail, its attachments; works without JavaScript. Local mode only. */
export function renderMailboxPage(page: MailboxPage): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(<Mailbox {...page} />)}`;
}

function Mailbox({ messages, selected, to, view = 'html' }: MailboxPage) {
  const opened = selected ?? messages[0] ?? null;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{opened && selected ? `${opened.subject} · Local mailbox` : 'Local mailbox'}</title>
        <style>{MAILBOX_CSS}</style>
      </head>
      <body className={selected ? 'reading' : 'browsing'}>
        <header>
          <h1>
            <a href="?">Local mailbox</a>
          </h1>
          <search>
            <form method="get">
              <label htmlFor="to">Mail to</label>
              <input id="to" name="to" type="search" defaultValue={to ?? ''} placeholder="guest@example.com" />
              <button type="submit">Search</button>
            </form>
          </search>
        </header>
        {opened ? (
          <main>
            <MessageList messages={messages} openedId={opened.id} to={to} />
            <Message message={opened} to={to} view={view} />
          </main>
        ) : (
          <EmptyState to={to} />
        )}
      </body>
    </html>
  );
}

function EmptyState({ to }: { to: string | null }) {
  return (
    <main className="empty">
      <h2>{to === null ? 'No mail yet' : `No mail to ${to}`}</h2>
      <p>
        {to === null
          ? 'Mails that Holdfast sends on this machine land here. Ask for a booking code, then load this page again.'
          : 'Check the address, or look at all mail.'}
      </p>
      {to !== null && (
        <p>
          <a href="?">All mail</a>
        </p>
      )}
    </main>
  );
}

function MessageList({
  messages,
  openedId,
  to,
}: {
  messages: readonly MailboxMessage[];
  openedId: string;
  to: string | null;
}) {
  return (
    <nav className="list" aria-label="Mails, newest first">
      <ol>
        {messages.map((message) => (
          <li key={message.id}>
            <a href={addressOf({ to, id: message.id })} aria-current={message.id === openedId ? 'true' : undefined}>
              <span className="row">
                <span className="who">{message.to}</span>
                <Sent at={message.createdAt} short />
              </span>
              <span className="what">{message.subject}</span>
              <span className="kind">{message.kind.replaceAll('_', ' ')}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Message({ message, to, view }: { message: MailboxMessage; to: string | null; view: 'html' | 'text' }) {
  const tab = (name: 'html' | 'text', label: string) => (
    <a href={addressOf({ to, id: message.id, view: name })} aria-current={view === name ? 'page' : undefined}>
      {label}
    </a>
  );
  return (
    <article>
      <p className="back">
        <a href={addressOf({ to })}>All mail</a>
      </p>
      <h2>{message.subject}</h2>
      <dl>
        <dt>From</dt>
        <dd>{message.from}</dd>
        <dt>To</dt>
        <dd>{message.to}</dd>
        <dt>Sent</dt>
        <dd>
          <Sent at={message.createdAt} />
        </dd>
      </dl>
      {message.attachments.length > 0 && <Attachments attachments={message.attachments} />}
      <nav className="tabs" aria-label="Part of the mail">
        {tab('html', 'HTML')}
        {tab('text', 'Plain text')}
      </nav>
      {view === 'text' ? (
        <pre>{message.text}</pre>
      ) : (
        <iframe
          title={`The mail “${message.subject}”`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={withLinksInNewTabs(message.html)}
        />
      )}
    </article>
  );
}

function Attachments({ attachments }: { attachments: readonly MailAttachment[] }) {
  return (
    <ul className="attachments" aria-label="Attachments">
      {attachments.map(({ name, contentType, content }) => (
        <li key={name}>
          <a download={name} href={`data:${mediaType(contentType)};base64,${Buffer.from(content).toString('base64')}`}>
            {name}
          </a>{' '}
          <span>{contentType}</span>
        </li>
      ))}
    </ul>
  );
}

function Sent({ at, short = false }: { at: Date; short?: boolean }) {
  const iso = at.toISOString();
  const day = at.toLocaleDateString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
  const clock = iso.slice(11, short ? 16 : 19);
  return <time dateTime={iso}>{short ? `${day.slice(0, -5)}, ${clock} UTC` : `${day}, ${clock} UTC`}</time>;
}

/** Otherwise a mail's links would open inside its frame. */
function withLinksInNewTabs(html: string): string {
  return html.replace('<head>', '<head><base target="_blank"/>');
}

const mediaType = (contentType: string) => contentType.replaceAll(/\s/g, '');

/** Relative addresses: the page can be mounted anywhere. */
function addressOf(query: { to: string | null; id?: string; view?: string }): string {
  const parameters = new URLSearchParams();
  if (query.to !== null) parameters.set('to', query.to);
  if (query.id !== undefined) parameters.set('id', query.id);
  if (query.view !== undefined) parameters.set('view', query.view);
  return `?${parameters}`;
}

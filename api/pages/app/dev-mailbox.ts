import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { Sql } from 'postgres';
import { invalid } from '../../../schemas/errors.ts';
import { getLocalMail, type LocalMail, listLocalMails } from '../../../store/mail/mails.ts';
import { MAILBOX_CSP, renderMailboxPage } from '../../../web/pages/mailbox.tsx';
import { notFound, sendError } from '../../core/answer.ts';
import { DEADLINE_MS, withDeadline } from '../../core/deadline.ts';
import { fieldsWithNul } from '../../core/input.ts';
import { requestIdOf } from '../../core/request.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const oneText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const toJson = ({ id, to, from, subject, kind, text, html, attachments, createdAt }: LocalMail) => ({
  id,
  to,
  from,
  subject,
  kind,
  text,
  html,
  attachments,
  createdAt: createdAt.toISOString(),
});

const listed = (sql: Sql, to: string | undefined) => listLocalMails(sql, to === undefined ? {} : { to });

/** Answers before the deadline of every call: a database that hangs is a 503, not a hanging script. */
const inTime =
  (show: (request: Request, response: Response) => Promise<() => void>): RequestHandler =>
  async (request, response) => {
    const answer = await withDeadline(show(request, response), { deadlineMs: DEADLINE_MS, waitsFor: () => 'database' });
    answer();
  };

/** Another site must not read codes by a host name that points to this machine (DNS rebinding). */
const onlyFor =
  (hosts: ReadonlySet<string>): RequestHandler =>
  (request, response, next) => {
    if (hosts.has((request.headers.host ?? '').toLowerCase())) next();
    else sendError(response, requestIdOf(request), notFound());
  };

const withoutNul: RequestHandler = (request, response, next) => {
  const issues = fieldsWithNul(request.query);
  if (issues.length === 0) next();
  else sendError(response, requestIdOf(request), invalid(issues));
};

const showJson = (sql: Sql): RequestHandler =>
  inTime(async (request, response) => {
    const mails = await listed(sql, oneText(request.query.to));
    return () => void response.set('Cache-Control', 'no-store').json({ messages: mails.map(toJson) });
  });

const showPage = (sql: Sql): RequestHandler =>
  inTime(async (request, response) => {
    const to = oneText(request.query.to);
    const id = oneText(request.query.id);
    const messages = await listed(sql, to);
    const selected = id !== undefined && UUID.test(id) ? ((await getLocalMail(sql, id)) ?? null) : null;
    const view = request.query.view === 'text' ? 'text' : 'html';
    const html = renderMailboxPage({ messages, selected, to: to ?? null, view });
    const headers = {
      'Cache-Control': 'no-store',
      'Content-Security-Policy': MAILBOX_CSP,
      'X-Content-Type-Options': 'nosniff',
    };
    return () => void response.set(headers).type('html').send(html);
  });

/** The mails that a local stack would have sent: a page for people and JSON for scripts. Mounted in local mode only. */
export const devMailbox = (sql: Sql, hosts: ReadonlySet<string>): Router =>
  express
    .Router()
    .get('/dev/mailbox.json', onlyFor(hosts), withoutNul, showJson(sql))
    .get('/dev/mailbox', onlyFor(hosts), withoutNul, showPage(sql));

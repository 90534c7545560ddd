import express, { type RequestHandler, type Router } from 'express';
import type { Sql } from 'postgres';
import { invalid } from '../../../schemas/errors.ts';
import { getLocalMail, type LocalMail, listLocalMails } from '../../../store/mail/mails.ts';
import { MAILBOX_CSP, renderMailboxPage } from '../../../web/pages/mailbox.tsx';
import { notFound, sendError } from '../../core/answer.ts';
import { fieldsWithNul } from '../../core/field-issues.ts';
import { requestIdOf } from '../../core/request-id.ts';

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

const showJson =
  (sql: Sql): RequestHandler =>
  async (request, response) => {
    const mails = await listed(sql, oneText(request.query.to));
    response.set('Cache-Control', 'no-store').json({ messages: mails.map(toJson) });
  };

const showPage =
  (sql: Sql): RequestHandler =>
  async (request, response) => {
    const to = oneText(request.query.to);
    const id = oneText(request.query.id);
    const messages = await listed(sql, to);
    const selected = id !== undefined && UUID.test(id) ? ((await getLocalMail(sql, id)) ?? null) : null;
    const view = request.query.view === 'text' ? 'text' : 'html';
    response
      .set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': MAILBOX_CSP, 'X-Content-Type-Options': 'nosniff' })
      .type('html')
      .send(renderMailboxPage({ messages, selected, to: to ?? null, view }));
  };

/** The mails that a local stack would have sent: a page for people and JSON for scripts. Mounted in local mode only. */
export const devMailbox = (sql: Sql, hosts: ReadonlySet<string>): Router =>
  express
    .Router()
    .get('/dev/mailbox.json', onlyFor(hosts), withoutNul, showJson(sql))
    .get('/dev/mailbox', onlyFor(hosts), withoutNul, showPage(sql));

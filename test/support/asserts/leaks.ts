import { createHash } from 'node:crypto';
import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import type { Sql } from 'postgres';

/** A readable text: a flow's history or a line of a log. */
export interface Readable {
  readonly where: string;
  readonly text: string;
}

/** Every code and token that was mailed, and every address that mail went to. */
export async function mailedSecrets(sql: Sql): Promise<Set<string>> {
  const mails = await sql<{ recipient: string; text: string; html: string }[]>`
    select recipient::text, text_body as text, html_body as html from local_mails`;
  const secrets = new Set<string>();
  for (const { recipient, text, html } of mails) {
    secrets.add(recipient);
    for (const [code] of text.matchAll(/\b\d{6}\b/g)) secrets.add(code);
    for (const [code] of text.matchAll(/\b[B-Z]{4}-[B-Z]{4}\b/g))
      for (const form of [code, code.replace('-', '')]) secrets.add(form);
    for (const [, token] of `${text} ${html}`.matchAll(
      /\/(?:manage|decide|confirm|invitations|login\/link)\/([\w-]{43})/g,
    ))
      if (token) secrets.add(token);
  }
  return secrets;
}

/** Everything that Temporal stores and shows of the flows of a query: histories, memos, attributes, summaries, details. */
export async function readFlows(client: Client, query: string): Promise<Readable[]> {
  const flows: Readable[] = [];
  for await (const flow of client.workflow.list({ query })) flows.push(await readFlow(client, flow));
  return flows;
}

async function readFlow(
  client: Client,
  { workflowId, runId, status, ...info }: WorkflowExecutionInfo,
): Promise<Readable> {
  const handle = client.workflow.getHandle(workflowId, runId);
  const [history, description] = await Promise.all([handle.fetchHistory(), handle.describe()]);
  const [summary, details] = await Promise.all([description.staticSummary(), description.staticDetails()]);
  // Only a running flow answers this query.
  const current = status.name === 'RUNNING' ? await handle.query('__temporal_workflow_metadata').catch(() => '') : '';
  const parts = [workflowId, info, history, description.raw, summary, details, current];
  return { where: workflowId, text: parts.map((part) => textsOf(part).join('\n')).join('\n') };
}

/**
 * Every text in a structure. Bytes are read as UTF-8: all that the product writes is in there. Numbers outside of them are Temporal's own
 * (times, sizes); some have six digits by chance.
 */
function textsOf(value: unknown, seen = new Set<object>()): string[] {
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('utf8')];
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  if (seen.has(value)) return [];
  seen.add(value);
  return Object.entries(value).flatMap(([name, part]) => [name, ...textsOf(part, seen)]);
}

const hashesOf = (secret: string): string[] => {
  const hash = createHash('sha256').update(secret).digest();
  return [hash.toString('hex'), hash.toString('base64'), hash.toString('base64url')];
};

/** A code must stand alone: longer numbers contain it by chance. */
const holds = (text: string, secret: string): boolean =>
  /^\d{6}$/.test(secret)
    ? new RegExp(`(?<![\\w.-])${secret}(?![\\w.-])`).test(text)
    : text.includes(secret.toLowerCase());

/** The places where a secret or its plain hash can be read, in any case. The result does not repeat the secrets. */
export function findLeaks(secrets: Iterable<string>, texts: readonly Readable[]): string[] {
  const forms = [...secrets].flatMap((secret) => [secret, ...hashesOf(secret), encodeURIComponent(secret)]);
  const lower = texts.map(({ where, text }) => ({ where, text: text.toLowerCase() }));
  // One search over all texts first: there are hundreds, and none should contain a secret.
  const everything = lower.map(({ text }) => text).join('\n');
  const found = [...new Set(forms)].filter((form) => holds(everything, form));
  return lower.flatMap(({ where, text }) =>
    found
      .filter((form) => holds(text, form))
      .map((form) => `${where} holds ${form.slice(0, 4)}… (${form.length} characters)`),
  );
}

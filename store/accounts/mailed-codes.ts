import type { JSONValue } from 'postgres';
import type { MailedCodePurpose } from '../../domain/accounts/mailed-code.ts';
import { type IssuedCode, usedUpAllowance } from '../../domain/booking/code-allowance.ts';
import { type ByWidth, networksAround } from '../../domain/client-networks.ts';
import { foldedAddress } from '../../domain/mail/folded-address.ts';
import { MINUTE_MS } from '../../domain/time/civil.ts';
import type { Queryable, Transaction } from '../database.ts';
import { clockMs, lockName } from '../locks.ts';
import { usedUpByNetworks } from '../mail/network-caps.ts';
import { findWaitingMail, noteMail } from '../mail/outbox.ts';
import type { Refuse } from '../refusal.ts';
import { isKnownClient } from './known-clients.ts';
import { GUESSES_IN_ALL } from './mailed-code-guesses.ts';

const LIFETIME_MS = 10 * MINUTE_MS;
/** A code is replaced after this at the earliest. */
const RESEND_AFTER_SECONDS = 30;
/** For one client network, to all addresses. More than of sign-in links: agents of many people share the address of a cloud. */
const CODES_OF_NETWORK_AND_DAY: ByWidth = { narrow: 500, wide: 1_000, widest: 2_000 };
/** Of an inbox, the newest. More than its allowances, which known clients may exceed by a few each. */
const CODES_LOOKED_AT = 100;

/** Somebody asks for a code. */
export interface MailedCodeRequest {
  /** Of a new one; an open one keeps its own. */
  readonly id: string;
  readonly purpose: MailedCodePurpose;
  readonly email: string;
  /** Who asks: one open code for each address and asker. A client's network, or the id of an agent's principal. */
  readonly asker: string;
  readonly about: JSONValue;
  readonly clientIp: string;
  readonly clientNetwork: string;
  /** Of the folded address and the client's network (`clientHash`): known if it has proved the inbox. */
  readonly clientHash: Buffer;
}

export interface MailedCodeIssue {
  readonly id: string;
  readonly issueNo: number;
  /** False: an earlier call asked for this issue, and its code still stands. */
  readonly isNew: boolean;
  /** False: the mail of this issue has left before. */
  readonly isMailDue: boolean;
  readonly expiresInSeconds: number;
  /** After this, the same request mails a new code, which ends this one. */
  readonly resendAfterSeconds: number;
}

export interface TooManyMailedCodes {
  readonly refused: 'too_many_codes';
  readonly limit: number;
  readonly retryAfterSeconds: number;
}

interface OpenRow {
  readonly id: string;
  readonly issueNo: number;
  readonly accepted: boolean;
  readonly late: boolean;
  readonly exhausted: boolean;
  readonly ageSeconds: number;
  readonly leftSeconds: number;
}

/**
 * Opens a code, or finds the open one of this address and asker. The same request within 30 s, or while the mail has not left, changes
 * nothing. Sends no mail: a flow's activity does, for the issue that this returns. The same work for every address.
 */
export async function openMailedCode(
  tx: Transaction,
  request: MailedCodeRequest,
  refuse: Refuse<TooManyMailedCodes>,
): Promise<MailedCodeIssue> {
  // Always the inbox first, then the network: two concurrent calls cannot deadlock.
  await lockName(tx, 'mailedCodesOfInbox', foldedAddress(request.email));
  await lockName(tx, 'mailedCodesOfNetwork', networksAround(request.clientNetwork).at(-1)?.name ?? '');
  const open = await lockOpen(tx, request);
  if (open && !open.late) {
    if (!open.accepted || (open.ageSeconds < RESEND_AFTER_SECONDS && !open.exhausted)) return issueOf(open);
    await countIssue(tx, request, { id: open.id, issueNo: open.issueNo + 1 }, refuse);
    await tx`
      update mailed_codes set issue_no = issue_no + 1, guesses = 0, accepted_at = null, withheld_at = null, about = ${tx.json(request.about)},
        client_ip = ${request.clientIp}, issued_at = clock_timestamp(),
        expires_at = clock_timestamp() + ${LIFETIME_MS} * interval '1 millisecond'
      where id = ${open.id}`;
    return fresh(open.id, open.issueNo + 1);
  }
  if (open) await tx`update mailed_codes set status = 'expired' where id = ${open.id}`;
  await tx`
    insert into mailed_codes (id, purpose, email, asker, about, client_ip, status, issue_no, created_at, issued_at, expires_at)
    select ${request.id}, ${request.purpose}, ${request.email}, ${request.asker}, ${tx.json(request.about)}, ${request.clientIp}, 'open', 1,
      now, now, now + ${LIFETIME_MS} * interval '1 millisecond' from clock_timestamp() now`;
  await countIssue(tx, request, { id: request.id, issueNo: 1 }, refuse);
  return fresh(request.id, 1);
}

const fresh = (id: string, issueNo: number): MailedCodeIssue => ({
  ...{ id, issueNo, isNew: true, isMailDue: true },
  ...{ expiresInSeconds: LIFETIME_MS / 1_000, resendAfterSeconds: RESEND_AFTER_SECONDS },
});

const issueOf = (row: OpenRow): MailedCodeIssue => ({
  id: row.id,
  issueNo: row.issueNo,
  isNew: false,
  isMailDue: !row.accepted,
  expiresInSeconds: Math.max(row.leftSeconds, 1),
  resendAfterSeconds: Math.max(RESEND_AFTER_SECONDS - row.ageSeconds, 1),
});

async function lockOpen(tx: Transaction, { purpose, email, asker }: MailedCodeRequest): Promise<OpenRow | undefined> {
  const [row] = await tx<OpenRow[]>`
    select id, issue_no as "issueNo", accepted_at is not null as accepted, expires_at <= clock_timestamp() as late,
      guesses >= ${GUESSES_IN_ALL} as exhausted,
      floor(extract(epoch from clock_timestamp() - issued_at))::int as "ageSeconds",
      floor(extract(epoch from expires_at - clock_timestamp()))::int as "leftSeconds"
    from mailed_codes where purpose = ${purpose} and email = ${email} and asker = ${asker} and status = 'open' for update`;
  return row;
}

/** Counts a mail against the allowances of its inbox and of the network, under their locks. */
async function countIssue(
  tx: Transaction,
  { email, clientNetwork, clientHash }: MailedCodeRequest,
  { id, issueNo }: { readonly id: string; readonly issueNo: number },
  refuse: Refuse<TooManyMailedCodes>,
): Promise<void> {
  const inbox = foldedAddress(email);
  const [ofInbox, full, isKnown, now] = await Promise.all([
    tx<IssuedCode[]>`
      select client_network as network, (extract(epoch from created_at) * 1000)::float8 as "atMs" from mailed_code_issues
      where inbox = ${inbox} and created_at > clock_timestamp() - interval '1 day' order by created_at desc limit ${CODES_LOOKED_AT}`,
    usedUpByNetworks(tx, 'mailed_code_issues', { clientNetwork, caps: CODES_OF_NETWORK_AND_DAY }),
    isKnownClient(tx, [clientHash]),
    clockMs(tx),
  ]);
  const usedUp = usedUpAllowance(ofInbox, { network: clientNetwork, isKnown, knownHasAll: true, now });
  if (usedUp) {
    const retryAfterSeconds = Math.max(1, Math.ceil(usedUp.waitMs / 1_000));
    refuse({ refused: 'too_many_codes', limit: usedUp.limit, retryAfterSeconds });
  }
  if (full) refuse({ refused: 'too_many_codes', ...full });
  const names = networksAround(clientNetwork).map(({ name }) => name);
  await tx`
    insert into mailed_code_issues (code_id, issue_no, inbox, client_network, client_networks, created_at)
    values (${id}, ${issueNo}, ${inbox}, ${clientNetwork}, ${names}::text[], clock_timestamp())`;
}

/**
 * Opens the code of a native sign-in, as {@link openMailedCode}, and notes the mail of a new issue.
 * @param request `mailId`: of the mail of a new issue
 * @returns with `mailId`: the mail whose flow is to be started; null: it has left
 */
export async function openSignInCode(
  tx: Transaction,
  { mailId, ...request }: Omit<MailedCodeRequest, 'purpose'> & { readonly mailId: string },
  refuse: Refuse<TooManyMailedCodes>,
): Promise<MailedCodeIssue & { readonly mailId: string | null }> {
  const issue = await openMailedCode(tx, { ...request, purpose: 'native_sign_in' }, refuse);
  const { id: subjectId, issueNo, isNew, isMailDue } = issue;
  if (!isNew) return { ...issue, mailId: isMailDue ? await findWaitingMail(tx, subjectId) : null };
  await noteMail(tx, { id: mailId, kind: 'sign_in_code', subjectId, facts: { issueNo } });
  return { ...issue, mailId };
}

/** Ends an open code whose purpose is over, such as that of a revoked principal. */
export async function withdrawMailedCode(sql: Queryable, id: string): Promise<void> {
  await sql`update mailed_codes set status = 'withdrawn' where id = ${id} and status = 'open'`;
}

/** A code whose mail is to leave. The code itself is derived by the activity that mails it. */
export interface CodeToMail {
  readonly email: string;
  readonly issueNo: number;
  readonly minutesLeft: number;
  readonly clientIp: string;
  readonly about: unknown;
  /** When this issue was asked for. */
  readonly issuedAt: Date;
}

/** undefined: it was used, ended or is too old; 'mailed': its mail has left. */
export async function readCodeToMail(
  sql: Queryable,
  purpose: MailedCodePurpose,
  id: string,
): Promise<CodeToMail | 'mailed' | undefined> {
  const [row] = await sql<(CodeToMail & { isMailed: boolean })[]>`
    select email::text, issue_no as "issueNo", client_ip as "clientIp", about, issued_at as "issuedAt", accepted_at is not null as "isMailed",
      greatest(1, round(extract(epoch from expires_at - clock_timestamp()) / 60))::int as "minutesLeft"
    from mailed_codes where id = ${id} and purpose = ${purpose} and status = 'open' and expires_at > clock_timestamp()`;
  return row?.isMailed ? 'mailed' : row;
}

/** The mailbox or the provider has taken the mail with this issue's code. */
export async function markMailedCodeAccepted(sql: Queryable, id: string, issueNo: number): Promise<void> {
  await sql`
    update mailed_codes set accepted_at = clock_timestamp()
    where id = ${id} and issue_no = ${issueNo} and status = 'open' and accepted_at is null`;
}

/** No mail leaves: the person refused this asker before. Else as {@link markMailedCodeAccepted}. */
export async function withholdMailedCode(sql: Queryable, id: string, issueNo: number): Promise<void> {
  await sql`
    update mailed_codes set accepted_at = clock_timestamp(), withheld_at = clock_timestamp()
    where id = ${id} and issue_no = ${issueNo} and status = 'open' and accepted_at is null`;
}

/** The address takes no mail: the code ends, so the mail is not tried again. */
export async function dropMailedCode(sql: Queryable, id: string): Promise<void> {
  await sql`update mailed_codes set status = 'undeliverable' where id = ${id} and status = 'open'`;
}

import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { type UsedUp, usedUpAllowance } from '../../domain/booking/code-allowance.ts';
import { foldedAddress } from '../../domain/mail/folded-address.ts';
import { MINUTE_MS } from '../../domain/time/civil.ts';
import { isKnownClient } from '../accounts/known-clients.ts';
import type { Transaction } from '../database.ts';
import { clockMs, lockName } from '../locks.ts';
import { exceededCodeCap } from '../mail/code-caps.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { guestLanguage } from '../workspaces/workspace-defaults.ts';
import { type Challenge, type CodeRequest, lockOpenChallenge, setChallengeLanguage } from './challenges.ts';
import { isBurnedFor } from './code-guesses.ts';
import { rememberRequest, type TooManyLinks } from './confirm-requests.ts';
import { type Hold, holdSlot, type SlotRefusal } from './holds.ts';

export const CODE_LIFETIME_MS = 10 * MINUTE_MS;
/** A code is replaced after this at the earliest. */
export const RESEND_AFTER_MS = 30_000;
/** The window of a workspace's codes is a rolling day: some are free again within hours. */
const WORKSPACE_RETRY_SECONDS = 3_600;

export interface CodeIssue {
  readonly challenge: Challenge;
  /** null: no slot was named. */
  readonly hold: Hold | null;
}

interface TooManyCodes {
  readonly refused: 'too_many_codes';
  /** The cap: the workspace's codes of a day, or an inbox's or a guest's. */
  readonly ofWorkspace?: boolean;
  readonly limit: number;
  readonly retryAfterSeconds: number;
}

/** `withdrawn`: the challenge ended while this call waited. */
export type CodeRefusal = TooManyCodes | TooManyLinks | SlotRefusal | { readonly refused: 'withdrawn' };

/**
 * Opens a guest's challenge or finds the open one, holds the named slot and counts the code against the caps.
 * Sends no mail: the flow does, with the issue that this returns.
 */
export const openCodeRequest = (sql: Sql, request: CodeRequest): Promise<CodeIssue | CodeRefusal> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<CodeRefusal>) => {
    const challenge = (await reuse(tx, request, refuse)) ?? (await open(tx, request, refuse));
    const { startMs } = request;
    const hold = startMs === null ? null : await holdSlot(tx, { ...request, startMs }, challenge, refuse);
    if (request.confirm) await rememberRequest(tx, challenge, { ...request, ...request.confirm }, refuse);
    return { challenge, hold };
  });

/** The open challenge of this guest, event and inbox, with a new code if one is allowed; undefined: there is none. */
async function reuse(
  tx: Transaction,
  request: CodeRequest,
  refuse: Refuse<CodeRefusal>,
): Promise<Challenge | undefined> {
  const challenge = await lockOpenChallenge(tx, request);
  if (!challenge) return undefined;
  if (challenge.late) {
    await tx`update challenges set status = 'expired' where id = ${challenge.id}`;
    return undefined;
  }
  // A mail is in the language of the client that asked for its code.
  if (challenge.clientNetwork === request.clientNetwork && request.language)
    await setChallengeLanguage(tx, challenge, request);
  const language = guestLanguage(tx, request.language, request.event.workspace.id);
  const region = request.region ?? null;
  if (request.verificationRequired && !challenge.verificationRequired) {
    // Opened by a call that needed no code; this call needs one, so now the challenge does.
    // Its first code has the full lifetime.
    await countCode(tx, request, { challengeId: challenge.id, issueNo: challenge.issueNo }, refuse);
    await tx`
      update challenges set verification_required = true, language = ${language}, region = ${region}, issued_at = clock_timestamp(),
        expires_at = clock_timestamp() + ${CODE_LIFETIME_MS} * interval '1 millisecond'
      where id = ${challenge.id}`;
    return lockOpenChallenge(tx, request);
  }
  if (!request.mayResend || !challenge.accepted) return challenge;
  const tooSoon = (await clockMs(tx)) - challenge.issuedMs < RESEND_AFTER_MS;
  if (tooSoon && !(await isBurnedFor(tx, challenge, request.clientNetwork))) return challenge;
  await countCode(tx, request, { challengeId: challenge.id, issueNo: challenge.issueNo + 1 }, refuse);
  await tx`
    update challenges set issue_no = issue_no + 1, issued_at = clock_timestamp(), accepted_at = null, wrong_guesses = 0,
      expires_at = clock_timestamp() + ${CODE_LIFETIME_MS} * interval '1 millisecond',
      guest_name = coalesce(${request.guestName}, guest_name), language = ${language}, region = ${region}
    where id = ${challenge.id}`;
  return lockOpenChallenge(tx, request);
}

async function open(tx: Transaction, request: CodeRequest, refuse: Refuse<CodeRefusal>): Promise<Challenge> {
  const id = uuidv7();
  const { event } = request;
  await tx`
    insert into challenges (id, workspace_id, event_type_id, guest_email, receiving_email, agent_email, guest_name,
      guest_timezone, status, verification_required, issue_no, issued_at, expires_at, client_network, source, start_at,
      language, region, mail_domain)
    values (${id}, ${event.workspace.id}, ${request.eventTypeId}, ${request.guestEmail}, ${request.receivingEmail},
      ${request.agentEmail}, ${request.guestName}, ${request.guestTimezone}, 'open', ${request.verificationRequired}, 1,
      clock_timestamp(), clock_timestamp() + ${CODE_LIFETIME_MS} * interval '1 millisecond', ${request.clientNetwork},
      ${request.source}, ${request.startMs === null ? null : new Date(request.startMs)},
      ${guestLanguage(tx, request.language, event.workspace.id)}, ${request.region ?? null}, ${request.mailDomain})
    on conflict (event_type_id, guest_email, receiving_email) where status = 'open' do nothing`;
  const challenge = await lockOpenChallenge(tx, request);
  if (!challenge) return refuse({ refused: 'withdrawn' });
  // A concurrent call may have opened it first: then its code is counted already.
  if (challenge.id === id && request.verificationRequired)
    await countCode(tx, request, { challengeId: id, issueNo: 1 }, refuse);
  return challenge;
}

/**
 * Counts a code against the allowances of its inbox and its guest; concurrent calls queue. Codes sent to agents count apart from
 * those sent to the guest's own inbox: an agent with many inboxes can't lock the guest out (docs/decisions/booking.md#codes-and-strangers).
 */
async function countCode(
  tx: Transaction,
  request: CodeRequest,
  { challengeId, issueNo }: { readonly challengeId: string; readonly issueNo: number },
  refuse: Refuse<CodeRefusal>,
): Promise<void> {
  const mailboxes = [...new Set([request.guestEmail.toLowerCase(), foldedAddress(request.receivingEmail)])].toSorted();
  for (const mailbox of mailboxes) await lockName(tx, 'codesOfInbox', mailbox);
  const isKnown = await isKnownClient(tx, [request.clientHash]);
  const usedUp = await usedUpCodes(tx, request, isKnown);
  if (usedUp) {
    const retryAfterSeconds = Math.max(1, Math.ceil(usedUp.waitMs / 1_000));
    refuse({ refused: 'too_many_codes', limit: usedUp.limit, retryAfterSeconds });
  }
  const { clientNetwork } = request;
  const { id: workspaceId } = request.event.workspace;
  // A client that proved this inbox before is not bound by the workspace's cap and does not count towards it: no stranger gets this mail.
  const limit = isKnown ? null : await exceededCodeCap(tx, { workspaceId, clientNetwork });
  if (limit !== null)
    refuse({ refused: 'too_many_codes', ofWorkspace: true, limit, retryAfterSeconds: WORKSPACE_RETRY_SECONDS });
  await tx`
    insert into code_issues (challenge_id, issue_no, guest_email, receiving_email, receiving_folded, created_at, workspace_id,
      client_network)
    values (${challengeId}, ${issueNo}, ${request.guestEmail}, ${request.receivingEmail}, ${foldedAddress(request.receivingEmail)},
      clock_timestamp(), ${isKnown ? null : workspaceId}, ${clientNetwork})`;
}

interface IssueRow {
  readonly isInbox: boolean;
  readonly isGuest: boolean;
  readonly network: string | null;
  readonly at: Date;
}

/** The allowance that one more code would exceed: of its inbox, whatever tag or dots the address has, or of the guest's codes to agents. */
async function usedUpCodes(tx: Transaction, request: CodeRequest, isKnown: boolean): Promise<UsedUp | null> {
  const { guestEmail, receivingEmail, clientNetwork: network } = request;
  const folded = foldedAddress(receivingEmail);
  const [issues, now] = await Promise.all([
    tx<IssueRow[]>`
      select receiving_email = ${receivingEmail} or coalesce(receiving_folded = ${folded}, false) as "isInbox",
        guest_email = ${guestEmail} and receiving_email <> guest_email as "isGuest", client_network as network, created_at as at
      from code_issues
      where (guest_email = ${guestEmail} or receiving_email = ${receivingEmail} or receiving_folded = ${folded})
        and created_at > clock_timestamp() - interval '1 day'`,
    clockMs(tx),
  ]);
  const issued = (rows: readonly IssueRow[]) => rows.map(({ network, at }) => ({ network, atMs: at.getTime() }));
  const toAgent = guestEmail.toLowerCase() !== receivingEmail.toLowerCase();
  const ofInbox = issued(issues.filter(({ isInbox }) => isInbox));
  const ofGuest = toAgent ? issued(issues.filter(({ isGuest }) => isGuest)) : [];
  return (
    usedUpAllowance(ofInbox, { network, isKnown, knownHasAll: true, now }) ??
    usedUpAllowance(ofGuest, { network, isKnown, knownHasAll: false, now })
  );
}

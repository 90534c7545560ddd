import type { MailedCodePurpose } from '../../domain/accounts/mailed-code.ts';
import { mailedCode, type Secrets, sameCode } from '../../domain/secrets.ts';
import type { Queryable, Transaction } from '../database.ts';
import { rememberClient } from './known-clients.ts';

/** Tries at one issue: of one client's network, and in all. */
const GUESSES_PER_CLIENT = 5;
export const GUESSES_IN_ALL = 15;

/** A right code, not used up yet. */
export interface RightCode {
  readonly id: string;
  readonly issueNo: number;
  readonly email: string;
  /** What its asker said of itself. */
  readonly about: unknown;
  readonly clientNetwork: string;
}

/** Why a code proves nothing. Unknown ids, and those of another purpose, are `code_invalid` without a further try. */
export type WrongCode =
  | { readonly refused: 'code_invalid'; readonly attemptsLeft: number }
  | { readonly refused: 'code_expired' | 'code_burned' | 'code_used' | 'email_undeliverable' };

interface Guess {
  readonly id: string;
  readonly purpose: MailedCodePurpose;
  /** Six digits, or what the caller typed. */
  readonly code: string;
  readonly clientNetwork: string;
}

interface CountedRow {
  status: 'open' | 'used' | 'expired' | 'withdrawn' | 'undeliverable';
  late: boolean;
  issue_no: number;
  email: string;
  about: unknown;
  /** null: it has no try left. */
  client: number | null;
  total: number;
}

/**
 * Counts a try, committed before anybody compares: many at once get no further tries. A right code costs none in the end:
 * {@link useMailedCode} ends it, or {@link giveGuessBack} if the call fails for another reason.
 * @param sql not a transaction: the count must stay when the call fails
 */
export async function checkMailedCode(sql: Queryable, secrets: Secrets, guess: Guess): Promise<RightCode | WrongCode> {
  const { id, purpose, code, clientNetwork } = guess;
  const [row] = await sql<CountedRow[]>`
    with code as (
      select id, status, issue_no, email::text, about, guesses, expires_at <= clock_timestamp() as late
      from mailed_codes where id = ${id} and purpose = ${purpose} for update
    ), client as (
      insert into mailed_code_guesses as g (code_id, issue_no, client_network, guesses)
      select id, issue_no, ${clientNetwork}, 1 from code where status = 'open' and not late and guesses < ${GUESSES_IN_ALL}
      on conflict (code_id, issue_no, client_network) do update set guesses = g.guesses + 1 where g.guesses < ${GUESSES_PER_CLIENT}
      returning guesses
    ), counted as (
      update mailed_codes c set guesses = c.guesses + 1 from code where c.id = code.id and exists (select from client)
      returning c.guesses
    )
    select status, late, issue_no, email, about, (select guesses from client) as client,
      coalesce((select guesses from counted), guesses) as total
    from code`;
  if (!row) return { refused: 'code_invalid', attemptsLeft: 0 };
  if (row.status === 'used') return { refused: 'code_used' };
  if (row.status === 'undeliverable') return { refused: 'email_undeliverable' };
  if (row.status !== 'open' || row.late) return { refused: 'code_expired' };
  if (row.client === null) return { refused: 'code_burned' };
  if (sameCode(code, mailedCode(secrets, purpose, id, row.issue_no)))
    return { id, issueNo: row.issue_no, email: row.email, about: row.about, clientNetwork };
  const attemptsLeft = Math.max(Math.min(GUESSES_PER_CLIENT - row.client, GUESSES_IN_ALL - row.total), 0);
  return attemptsLeft === 0 ? { refused: 'code_burned' } : { refused: 'code_invalid', attemptsLeft };
}

/**
 * Uses a right code up, and remembers the client as one that has proved the inbox. Of concurrent calls, one works. False: it was used,
 * replaced or ended meanwhile, or has expired.
 * @param clientHash of the folded address and the client's network
 */
export async function useMailedCode(tx: Transaction, code: RightCode, clientHash: Buffer): Promise<boolean> {
  const used = await tx`
    update mailed_codes set status = 'used'
    where id = ${code.id} and issue_no = ${code.issueNo} and status = 'open' and expires_at > clock_timestamp()`;
  if (used.count !== 1) return false;
  await rememberClient(tx, clientHash, tx`true`);
  return true;
}

/** The code was right, and the call failed for another reason: the try does not count, and the code stays good. */
export async function giveGuessBack(sql: Queryable, { id, issueNo, clientNetwork }: RightCode): Promise<void> {
  await sql`
    with client as (
      update mailed_code_guesses set guesses = guesses - 1
      where code_id = ${id} and issue_no = ${issueNo} and client_network = ${clientNetwork} and guesses > 0 returning code_id
    )
    update mailed_codes c set guesses = c.guesses - 1 from client where c.id = client.code_id and c.issue_no = ${issueNo} and c.guesses > 0`;
}

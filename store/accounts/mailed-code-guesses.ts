import type { Sql } from 'postgres';
import type { MailedCodePurpose } from '../../domain/accounts/mailed-code.ts';
import { foldedAddress } from '../../domain/mail/folded-address.ts';
import { clientHash, mailedCode, type Secrets, sameCode } from '../../domain/secrets.ts';
import { inTransaction, type Transaction } from '../database.ts';
import { isKnownClient, rememberClient } from './known-clients.ts';
import { countWrongCode, exceededWrongCodes, lockWrongCodes, type TooManyWrongCodes } from './wrong-codes.ts';

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
}

/** Why a code proves nothing. Unknown ids, and those of another purpose, are `code_invalid` without a further try. */
export type WrongCode =
  | { readonly refused: 'code_invalid'; readonly attemptsLeft: number }
  | { readonly refused: 'code_expired' | 'code_burned' | 'code_used' | 'email_undeliverable' }
  | TooManyWrongCodes;

interface Guess {
  readonly id: string;
  readonly purpose: MailedCodePurpose;
  /** As `mailedCode` makes them: a guess of another shape is refused before it costs a try. */
  readonly code: string;
  readonly clientNetwork: string;
}

interface CodeRow {
  readonly status: 'open' | 'used' | 'expired' | 'withdrawn' | 'undeliverable';
  readonly late: boolean;
  readonly issueNo: number;
  readonly email: string;
  readonly about: unknown;
  readonly guesses: number;
  readonly clientGuesses: number;
}

/**
 * Judges a guess. Only a wrong one costs a try. It is compared under the locks of its network and of the code, and counted before they are
 * given back: many at once get no further tries. {@link useMailedCode} ends a right one.
 * @param sql not a transaction: the count must stay when the call fails
 */
export const checkMailedCode = (sql: Sql, secrets: Secrets, guess: Guess): Promise<RightCode | WrongCode> =>
  inTransaction(sql, async (tx) => {
    const { id, purpose, code, clientNetwork } = guess;
    await lockWrongCodes(tx, clientNetwork);
    const row = await lockCode(tx, guess);
    if (!row) return { refused: 'code_invalid', attemptsLeft: 0 };
    const ended = endOf(row);
    if (ended) return { refused: ended };
    const left = triesLeft(row);
    if (left === 0) return { refused: 'code_burned' };
    // A stranger in the same network must not lock out who has proved this inbox before.
    const isKnown = await isKnownClient(tx, [clientHash(secrets, foldedAddress(row.email), clientNetwork)]);
    const exceeded = isKnown ? undefined : await exceededWrongCodes(tx, secrets, clientNetwork);
    if (exceeded) return exceeded;
    const { issueNo, email, about } = row;
    if (sameCode(code, mailedCode(secrets, purpose, id, issueNo))) return { id, issueNo, email, about };
    await countGuess(tx, guess, row);
    await countWrongCode(tx, secrets, clientNetwork);
    return left === 1 ? { refused: 'code_burned' } : { refused: 'code_invalid', attemptsLeft: left - 1 };
  });

async function lockCode(tx: Transaction, { id, purpose, clientNetwork }: Guess): Promise<CodeRow | undefined> {
  // A statement of its own: one that locks and reads sees old data.
  await tx`select 1 from mailed_codes where id = ${id} for update`;
  const [row] = await tx<CodeRow[]>`
    select c.status, c.issue_no as "issueNo", c.email::text, c.about, c.guesses, c.expires_at <= clock_timestamp() as late,
      coalesce(g.guesses, 0) as "clientGuesses"
    from mailed_codes c left join mailed_code_guesses g
      on g.code_id = c.id and g.issue_no = c.issue_no and g.client_network = ${clientNetwork}
    where c.id = ${id} and c.purpose = ${purpose}`;
  return row;
}

function endOf({ status, late }: CodeRow): 'code_used' | 'email_undeliverable' | 'code_expired' | null {
  if (status === 'used') return 'code_used';
  if (status === 'undeliverable') return 'email_undeliverable';
  return status !== 'open' || late ? 'code_expired' : null;
}

const triesLeft = ({ guesses, clientGuesses }: CodeRow): number =>
  Math.max(0, Math.min(GUESSES_PER_CLIENT - clientGuesses, GUESSES_IN_ALL - guesses));

async function countGuess(tx: Transaction, { id, clientNetwork }: Guess, { issueNo }: CodeRow): Promise<void> {
  await tx`update mailed_codes set guesses = guesses + 1 where id = ${id}`;
  await tx`
    insert into mailed_code_guesses as g (code_id, issue_no, client_network, guesses) values (${id}, ${issueNo}, ${clientNetwork}, 1)
    on conflict (code_id, issue_no, client_network) do update set guesses = g.guesses + 1`;
}

/**
 * Uses a right code up, and remembers the client as one that has proved the inbox. Of concurrent calls, one works. False: it was used,
 * replaced or ended meanwhile, or has expired.
 * @param hash of the folded address and the client's network (`clientHash`)
 */
export async function useMailedCode(tx: Transaction, code: RightCode, hash: Buffer): Promise<boolean> {
  const used = await tx`
    update mailed_codes set status = 'used'
    where id = ${code.id} and issue_no = ${code.issueNo} and status = 'open' and expires_at > clock_timestamp()`;
  if (used.count !== 1) return false;
  await rememberClient(tx, hash, tx`true`);
  return true;
}

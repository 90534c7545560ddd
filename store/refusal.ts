import type { Sql } from 'postgres';
import { inTransaction, type Transaction } from './database.ts';

/** Why a store function changed nothing: a reason, with the facts that go with it. The caller words it. */
export interface Refusal {
  readonly refused: string;
}

/** Ends the work of {@link refusable} with a refusal. */
export type Refuse<R extends Refusal> = (refusal: R) => never;

/** Thrown by `refuse`, so that a transaction rolls back. It never leaves {@link refusable}. */
class Refused<R extends Refusal> extends Error {
  override readonly name = 'Refused';
  refusal: R | null = null;
}

/** Runs work that may refuse. Returns its result, or the refusal. */
async function refusable<T, R extends Refusal>(work: (refuse: Refuse<R>) => Promise<T>): Promise<T | R> {
  const refused = new Refused<R>('refused');
  try {
    return await work((refusal) => {
      refused.refusal = refusal;
      throw refused;
    });
  } catch (error) {
    if (error === refused && refused.refusal) return refused.refusal;
    throw error;
  }
}

/** One transaction as `inTransaction`. A refusal rolls it back and is returned. */
export const inRefusableTransaction = <T, R extends Refusal>(
  sql: Sql,
  work: (tx: Transaction, refuse: Refuse<R>) => Promise<T>,
): Promise<T | R> => refusable<T, R>((refuse) => inTransaction(sql, (tx) => work(tx, refuse)));

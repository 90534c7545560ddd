import { missing } from './failure.ts';
import type { State } from './state.ts';
import type { Customer } from './wire.ts';

/** @throws StripeFailure none was ever made, or it was deleted */
export function requireCustomer(state: State, id: string, param = 'id'): Customer {
  const found = requireKnownCustomer(state, id, param);
  if (found._isDeleted) throw missing('customer', id, param);
  return found;
}

/** @throws StripeFailure none was ever made in this account */
export function requireKnownCustomer(state: State, id: string, param = 'id'): Customer {
  const found = state.get('customer', id);
  if (!found) throw missing('customer', id, param);
  return found;
}

/** Of lists: all customers, or one that there is. */
export const requireListed = (state: State, id: string | undefined): void =>
  void (id === undefined || requireKnownCustomer(state, id, 'customer'));

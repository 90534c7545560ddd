import type { ActedBy } from '../../domain/booking/actors.ts';
import { type Activity, logActedBy, logActivity } from '../activity.ts';
import type { Transaction } from '../database.ts';
import type { Doer } from './api-keys.ts';

/** The person or key that ends access: as the call names them, or by the ids that a row keeps. */
export type EndedBy = Doer | { readonly ids: ActedBy; readonly source: Doer['source'] };

/** Logs what ended. A signed-in person has another name in each workspace: the log looks it up. */
export function logEnding(tx: Transaction, by: EndedBy, ending: Omit<Activity, 'actor' | 'source'>) {
  const { source } = by;
  if ('ids' in by) return logActedBy(tx, { ...ending, by: by.ids, source });
  if (by.actor?.kind !== 'session') return logActivity(tx, { ...ending, actor: by.actor, source });
  const ids = { userId: by.actor.userId, apiKeyId: null, agentSeatId: null };
  return logActedBy(tx, { ...ending, by: ids, source });
}

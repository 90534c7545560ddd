import { MOST_READ_EVENT_TYPES, type ReadAccount } from '../../domain/event-types/imports/account.ts';
import { type Ask, listIn } from './ask.ts';

const API = 'https://api.cal.com/v2';

/** Hours first: they are refused without a key, where event types of a wrong key would be an empty list. Neither list has pages. */
export async function readCalcomAccount(ask: Ask): Promise<ReadAccount> {
  const schedules = listIn(await ask(`${API}/schedules`, { 'cal-api-version': '2024-06-11' }), 'data');
  const eventTypes = listIn(await ask(`${API}/event-types`, { 'cal-api-version': '2024-06-14' }), 'data');
  return {
    eventTypes: eventTypes.slice(0, MOST_READ_EVENT_TYPES),
    schedules,
    isCut: eventTypes.length > MOST_READ_EVENT_TYPES,
  };
}

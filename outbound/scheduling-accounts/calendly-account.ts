import { MOST_READ_EVENT_TYPES, type ReadAccount } from '../../domain/event-types/imports/account.ts';
import { type Ask, listIn, Unread } from './ask.ts';

const API = 'https://api.calendly.com';
/** The most that Calendly gives at once. */
const PAGE = 100;

type Fields = Readonly<Record<string, unknown>> | null | undefined;

const textAt = (fields: unknown, name: string): string | null => {
  const value = (fields as Fields)?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** The user of the key, then what is theirs. Addresses of next pages are made here: those in answers could lead anywhere. */
export async function readCalendlyAccount(ask: Ask): Promise<ReadAccount> {
  const me = (await ask(`${API}/users/me`)) as Fields;
  const user = textAt(me?.resource, 'uri');
  if (user === null) throw new Unread('unreadable');
  const schedules = listIn(
    await ask(`${API}/user_availability_schedules?${new URLSearchParams({ user })}`),
    'collection',
  );
  const eventTypes: unknown[] = [];
  let token: string | null = null;
  do {
    const query = new URLSearchParams({ user, count: String(PAGE), ...(token !== null && { page_token: token }) });
    const page = (await ask(`${API}/event_types?${query}`)) as Fields;
    eventTypes.push(...listIn(page, 'collection'));
    token = textAt(page?.pagination, 'next_page_token');
  } while (token !== null && eventTypes.length < MOST_READ_EVENT_TYPES);
  return {
    eventTypes: eventTypes.slice(0, MOST_READ_EVENT_TYPES),
    schedules,
    isCut: token !== null || eventTypes.length > MOST_READ_EVENT_TYPES,
  };
}

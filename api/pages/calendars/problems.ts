import { PROVIDER_NAMES } from '../../../domain/accounts/providers.ts';
import type { CalendarPermission, ConsentFailure } from '../../../domain/calendars/consent.ts';
import type { CalendarProviderName } from '../../../domain/calendars/remote-event.ts';
import type { ConnectRefusal } from '../../../store/calendars/save-connection.ts';
import type { Visit } from '../shell/visit.ts';

/** What a page about a try that connected nothing says. */
export interface ConsentProblem {
  readonly failure: ConsentFailure | ConnectRefusal['refused'] | 'signed_out';
  readonly provider: CalendarProviderName;
  /** For the log. */
  readonly detail?: string;
  readonly missing?: readonly CalendarPermission[];
  /** The address of the account that the person chose. */
  readonly chosen?: string;
  /** The address of the account that is to be connected again. */
  readonly wanted?: string | undefined;
  /** A path that begins again. Default: the calendars of the dashboard. */
  readonly again?: string;
}

/** As the provider words its boxes. */
const BOXES: Readonly<Record<CalendarProviderName, Readonly<Record<CalendarPermission, string>>>> = {
  google: {
    list: '“See the list of Google calendars you’re subscribed to”',
    events: '“See, create, change, and delete events on Google calendars you own”',
    freeBusy: '“See the availability on Google calendars you have access to”',
  },
  microsoft: {
    list: '“Read your calendars”',
    events: '“Have full access to your calendars”',
    freeBusy: '“Read your calendars”',
  },
};

/** What each is for. */
const PURPOSES: Readonly<Record<CalendarPermission, string>> = {
  list: 'without it we cannot show them to you, so that you choose which ones block your time',
  events: 'without it we cannot see when you are busy, nor write your bookings into the calendar',
  freeBusy: 'without it a booking could fall on an appointment',
};

const NOTHING = 'Nothing was connected.';

interface Words {
  readonly title: string;
  readonly text: string;
  readonly status: number;
}

function wordsOf({ failure, provider, missing = [], chosen = '', wanted = '' }: ConsentProblem): Words {
  const name = PROVIDER_NAMES[provider];
  switch (failure) {
    case 'denied':
      return { title: 'You did not allow access', text: `${name} shares nothing with us. ${NOTHING}`, status: 403 };
    case 'incomplete': {
      const boxes = missing.map((permission) => `${BOXES[provider][permission]} (${PURPOSES[permission]})`).join(', ');
      const text = `On ${name}’s page this was left unticked: ${boxes}. ${NOTHING} Try again and leave all boxes ticked.`;
      return { title: 'A permission is missing', text, status: 403 };
    }
    case 'barred': {
      const text = `Your organization lets people connect only apps that its administrator has allowed. Ask them to allow this service, then try again. ${NOTHING}`;
      return { title: 'Your administrator must allow it first', text, status: 403 };
    }
    case 'calendar_taken': {
      const text = `Another person has connected ${chosen} here. One calendar account belongs to one person: choose another account, or ask them to disconnect it. ${NOTHING}`;
      return { title: 'This account is taken', text, status: 409 };
    }
    case 'other_account': {
      const text = `You chose ${chosen}, but ${wanted} is to be connected again. ${NOTHING} Choose ${wanted} at ${name}. To add ${chosen} as well, connect it among your calendars.`;
      return { title: 'That is another account', text, status: 409 };
    }
    case 'away': {
      const text = `${name} does not answer right now. ${NOTHING} Try again in a minute.`;
      return { title: 'One moment, please', text, status: 503 };
    }
    case 'misconfigured': {
      const text = `${name} does not accept how this service is registered there. Its operator finds why in the log. ${NOTHING}`;
      return { title: `${name} does not work here right now`, text, status: 503 };
    }
    case 'signed_out': {
      const text = `You were signed out while you were at ${name}. ${NOTHING} Sign in and begin again.`;
      return { title: 'You are signed out', text, status: 401 };
    }
    case 'link_over': {
      const text = `The link was used in another window, or does not hold any more. ${NOTHING} Begin again.`;
      return { title: 'This link is over', text, status: 410 };
    }
    case 'refused': {
      const text = `What came back from ${name} is not an answer to a request that you began in this browser, or it came twice. ${NOTHING} Begin again.`;
      return { title: 'That did not work', text, status: 400 };
    }
  }
}

/** Shows why nothing was connected, and offers to try again, or to leave it. */
export function consentProblem(visit: Visit, problem: ConsentProblem): void {
  const { failure, provider, detail, again } = problem;
  const { title, text, status } = wordsOf(problem);
  const level = failure === 'misconfigured' ? 'error' : 'info';
  visit.kit.services.log[level]({ provider, reason: failure, detail }, 'a calendar was not connected');
  if (status === 503) visit.response.set('Retry-After', '30');
  const link = { href: '/settings/calendars', label: 'Go to your calendars' };
  visit.show('problem', { title, text, link, ...(again === undefined ? {} : { again: { href: again } }) }, status);
}

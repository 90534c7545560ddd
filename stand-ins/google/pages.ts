import { zoneOf } from '../../domain/time/zone.ts';
import { html, page } from '../html.ts';
import { type Answer, type Asked, formOf, type Routes, seeOther } from '../http.ts';
import { mondayOf, newEventMs } from '../wall-clock.ts';
import type { Account, Accounts } from './accounts.ts';
import { eventPage } from './event-page.ts';
import { GoogleFailure } from './failure.ts';
import { eventOf } from './form.ts';
import type { Hand } from './hand.ts';
import { dateMs, dateOf } from './times.ts';
import type { TokenStore } from './tokens.ts';
import { weekPage } from './week-page.ts';

export interface PageParts {
  readonly accounts: Accounts;
  readonly tokens: TokenStore;
  readonly hand: Hand;
  readonly now: () => number;
}

const SERVICE = 'Google';
const EVENT = '/people/:email/:calendarId/:eventId';

/** The pages on which one sees and changes calendars by hand. They need no scripts. */
export function pageRoutes(parts: PageParts): Routes {
  return [
    ['GET', '/', () => peoplePage(parts)],
    ['GET', '/people/:email', (asked) => showWeek(parts, asked)],
    ['POST', '/people/:email', (asked) => done(parts, asked, () => add(parts, asked))],
    ['GET', EVENT, (asked) => showEvent(parts, asked)],
    ['POST', EVENT, (asked) => done(parts, asked, () => act(parts, asked))],
    ['POST', '/people/:email/forget', (asked) => done(parts, asked, () => forget(parts, asked))],
  ];
}

function peoplePage({ accounts, tokens }: PageParts): Answer {
  const rows = [...accounts.people.values()].map(
    ({ email, name }) =>
      html`<li><a href="/people/${encodeURIComponent(email)}">${name}</a> (${email})${
        tokens.grants(email).length > 0 &&
        html` <form class="line" method="post" action="/people/${encodeURIComponent(email)}/forget"><button>Remove all apps</button></form>`
      }</li>`,
  );
  return { status: 200, body: page(SERVICE, 'Calendars', html`<ul>${rows}</ul>`) };
}

const missing: Answer = { status: 404, body: page(SERVICE, 'Not found', html`<p><a href="/">All calendars</a></p>`) };

const accountOf = ({ accounts }: PageParts, { params }: Asked): Account | undefined =>
  accounts.people.get(params.email ?? '');

function showWeek(parts: PageParts, asked: Asked): Answer {
  const account = accountOf(parts, asked);
  if (!account) return missing;
  const asOf = dateMs(asked.url.searchParams.get('week') ?? '');
  const localNowMs = zoneOf(account.timeZone).localOf(parts.now());
  const monday = mondayOf(Number.isNaN(asOf) ? localNowMs : asOf);
  return { status: 200, body: weekPage(account, dateOf(monday), dateOf(newEventMs(monday, localNowMs))) };
}

function showEvent(parts: PageParts, asked: Asked): Answer {
  const { calendarId = '', eventId = '' } = asked.params;
  const account = accountOf(parts, asked);
  const entry = account?.list.get(calendarId);
  const event = entry?.calendar.find(eventId);
  if (!account || !entry || !event) return missing;
  const others = [...account.list.values()].filter((one) => one.accessRole === 'owner' && one !== entry);
  return { status: 200, body: eventPage(account, entry.calendar.facts, event, others) };
}

/** Back to the week after a change; what Google would refuse is shown. */
function done(parts: PageParts, asked: Asked, work: () => string): Answer {
  const account = accountOf(parts, asked);
  if (!account) return missing;
  try {
    return seeOther(work());
  } catch (error) {
    if (!(error instanceof GoogleFailure)) throw error;
    const back = `/people/${encodeURIComponent(account.email)}`;
    return {
      status: 400,
      body: page(SERVICE, 'Not done', html`<p>${error.message}</p><p><a href="${back}">Back to the week</a></p>`),
    };
  }
}

const weekOf = ({ params }: Asked, date: string): string =>
  `/people/${encodeURIComponent(params.email ?? '')}?week=${dateOf(mondayOf(dateMs(date)))}`;

function add({ hand }: PageParts, asked: Asked): string {
  const form = formOf(asked);
  const calendarId = form.get('calendar') ?? '';
  const organizer = form.get('organizer')?.trim();
  hand.put(calendarId, eventOf(form, hand.calendar(calendarId).facts.timeZone), organizer || undefined);
  return weekOf(asked, form.get('date') ?? '');
}

/** What the event's page does: save, delete, move to another calendar, answer. */
function act({ hand }: PageParts, asked: Asked): string {
  const form = formOf(asked);
  const { calendarId = '', eventId = '' } = asked.params;
  const date = form.get('date') ?? form.get('week') ?? '';
  const answered = form.get('answer') ?? '';
  switch (form.get('do')) {
    case 'delete':
      hand.remove(calendarId, eventId);
      break;
    case 'move':
      hand.moveTo(calendarId, eventId, form.get('calendar') ?? '');
      break;
    case 'answer':
      if (answered === 'accepted' || answered === 'declined' || answered === 'tentative')
        hand.answer(calendarId, eventId, answered, form.get('guest') ?? calendarId);
      break;
    default: {
      // The form has no field for what repeats: a change keeps it.
      const { recurrence: _, ...changes } = eventOf(form, hand.calendar(calendarId).facts.timeZone);
      hand.change(calendarId, eventId, changes);
    }
  }
  return weekOf(asked, date);
}

function forget({ tokens }: PageParts, { params }: Asked): string {
  tokens.forgetPerson(params.email ?? '');
  return '/';
}

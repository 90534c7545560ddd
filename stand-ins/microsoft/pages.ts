import { zoneOf } from '../../domain/time/zone.ts';
import { html, page } from '../html.ts';
import { type Answer, type Asked, formOf, type Routes, seeOther } from '../http.ts';
import { mondayOf, newEventMs } from '../wall-clock.ts';
import { eventPage } from './event-page.ts';
import { GraphFailure } from './failure.ts';
import { dateMs, dateOf, eventOf } from './form.ts';
import type { Hand } from './hand.ts';
import type { Mailbox } from './mailbox.ts';
import type { TokenStore } from './tokens.ts';
import { weekPage } from './week-page.ts';

export interface PageParts {
  /** By address. */
  readonly mailboxes: ReadonlyMap<string, Mailbox>;
  readonly tokens: TokenStore;
  readonly hand: Hand;
  readonly now: () => number;
}

const SERVICE = 'Microsoft';
const EVENT = '/people/:email/:calendarId/:eventId';

/** The pages on which one sees and changes calendars by hand. They need no scripts. */
export function pageRoutes(parts: PageParts): Routes {
  return [
    ['GET', '/', () => peoplePage(parts)],
    ['GET', '/people/:email', (asked) => showWeek(parts, asked)],
    ['POST', '/people/:email', (asked) => done(parts, asked, (mailbox) => add(parts, mailbox, asked))],
    ['GET', EVENT, (asked) => showEvent(parts, asked)],
    ['POST', EVENT, (asked) => done(parts, asked, (mailbox) => act(parts, mailbox, asked))],
    ['POST', '/people/:email/forget', (asked) => done(parts, asked, (mailbox) => forget(parts, mailbox))],
  ];
}

function peoplePage({ mailboxes, tokens }: PageParts): Answer {
  const rows = [...mailboxes.values()].map(({ person }) => {
    const path = `/people/${encodeURIComponent(person.email)}`;
    const forms =
      tokens.isGranted(person.email) &&
      html` <form class="line" method="post" action="${path}/forget"><button>Remove all apps</button></form>`;
    return html`<li><a href="${path}">${person.name}</a> (${person.email}${person.isPersonal && ', a personal account'})${forms}</li>`;
  });
  return { status: 200, body: page(SERVICE, 'Calendars', html`<ul>${rows}</ul>`) };
}

const missing: Answer = { status: 404, body: page(SERVICE, 'Not found', html`<p><a href="/">All calendars</a></p>`) };

function showWeek({ mailboxes, now }: PageParts, { params, url }: Asked): Answer {
  const mailbox = mailboxes.get(params.email ?? '');
  if (!mailbox) return missing;
  const asOf = dateMs(url.searchParams.get('week') ?? '');
  const localNowMs = zoneOf(mailbox.timezone).localOf(now());
  const monday = mondayOf(Number.isNaN(asOf) ? localNowMs : asOf);
  return { status: 200, body: weekPage(mailbox, dateOf(monday), dateOf(newEventMs(monday, localNowMs))) };
}

function showEvent({ mailboxes }: PageParts, { params }: Asked): Answer {
  const mailbox = mailboxes.get(params.email ?? '');
  const item = mailbox?.find(params.eventId ?? '');
  return mailbox && item && !item.isDeleted ? { status: 200, body: eventPage(mailbox, item) } : missing;
}

/** Back to the week after a change; what Exchange would refuse is shown. */
function done({ mailboxes }: PageParts, { params }: Asked, work: (mailbox: Mailbox) => string): Answer {
  const mailbox = mailboxes.get(params.email ?? '');
  if (!mailbox) return missing;
  try {
    return seeOther(work(mailbox));
  } catch (error) {
    if (!(error instanceof GraphFailure)) throw error;
    const back = `/people/${encodeURIComponent(mailbox.person.email)}`;
    return {
      status: 400,
      body: page(SERVICE, 'Not done', html`<p>${error.message}</p><p><a href="${back}">Back to the week</a></p>`),
    };
  }
}

const weekOf = ({ person }: Mailbox, date: string): string =>
  `/people/${encodeURIComponent(person.email)}?week=${dateOf(mondayOf(dateMs(date)))}`;

function add({ hand }: PageParts, mailbox: Mailbox, asked: Asked): string {
  const form = formOf(asked);
  const organizer = form.get('organizer')?.trim();
  hand.put(form.get('calendar') ?? '', eventOf(form, mailbox.timezone), organizer || undefined);
  return weekOf(mailbox, form.get('date') ?? '');
}

/** What the event's page does: save, delete, move to another calendar, answer. */
function act({ hand }: PageParts, mailbox: Mailbox, asked: Asked): string {
  const form = formOf(asked);
  const { calendarId = '', eventId = '' } = asked.params;
  const answered = form.get('answer');
  switch (form.get('do')) {
    case 'delete':
      hand.remove(calendarId, eventId);
      break;
    case 'move':
      hand.moveTo(calendarId, eventId, form.get('calendar') ?? '');
      break;
    case 'answer':
      if (answered === 'accepted' || answered === 'declined' || answered === 'tentativelyAccepted')
        hand.answer(calendarId, eventId, answered, form.get('guest') || undefined);
      break;
    default:
      hand.change(calendarId, eventId, eventOf(form, mailbox.timezone));
  }
  return weekOf(mailbox, form.get('date') ?? form.get('week') ?? '');
}

function forget({ tokens }: PageParts, { person }: Mailbox): string {
  tokens.forgetPerson(person.email);
  return '/';
}

import { DAY_MS } from '../../domain/time/civil.ts';
import { zoneOf } from '../../domain/time/zone.ts';
import { type Html, html, page } from '../html.ts';
import { instantOf, touches } from '../wall-clock.ts';
import { dateMs, dateOf, REPEATS, SHOWN } from './form.ts';
import type { Item, Mailbox } from './mailbox.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** A week of all calendars of a person, and the form for a new event. @param monday a date @param newDate at first in the form */
export function weekPage(mailbox: Mailbox, monday: string, newDate: string): string {
  const dates = DAYS.map((_, index) => dateOf(dateMs(monday) + index * DAY_MS));
  const window = daysFrom(mailbox, monday, 7);
  const items = [...mailbox.calendars.keys()]
    .flatMap((id) => mailbox.view(id, window))
    .sort((a, b) => a.times.startMs - b.times.startMs);
  const path = pathOf(mailbox);
  const week = (days: number): string => `${path}?week=${dateOf(dateMs(monday) + days * DAY_MS)}`;
  return page(
    'Microsoft',
    `${mailbox.person.name}: week of ${monday}`,
    html`<nav aria-label="Weeks"><a href="${week(-7)}">Week before</a> · <a href="${path}">This week</a> · <a href="${week(7)}">Week after</a></nav>
<table class="week">
<caption>Times in ${mailbox.timezone}</caption>
<thead><tr>${dates.map((date, index) => html`<th scope="col">${DAYS[index] ?? ''}<br>${date}</th>`)}</tr></thead>
<tbody><tr>${dates.map((date, index) => html`<td data-day=\"${DAYS[index] ?? ''} ${date}\">${dayList(mailbox, items, date)}</td>`)}</tr></tbody>
</table>
${newForm(mailbox, newDate)}`,
  );
}

export const pathOf = ({ person }: Mailbox): string => `/people/${encodeURIComponent(person.email)}`;

export const eventPath = (mailbox: Mailbox, { calendarId }: Item, id: string): string =>
  `${pathOf(mailbox)}/${encodeURIComponent(calendarId)}/${encodeURIComponent(id)}`;

const daysFrom = ({ timezone }: Mailbox, date: string, days: number) => ({
  startMs: instantOf(timezone, dateMs(date)),
  endMs: instantOf(timezone, dateMs(date) + days * DAY_MS),
});

/** `2026-11-24T10:00` on the clock of the mailbox. */
export const localText = ({ timezone }: Mailbox, ms: number): string =>
  new Date(zoneOf(timezone).localOf(ms)).toISOString().slice(0, 16);

function dayList(mailbox: Mailbox, items: readonly Item[], date: string): Html {
  const ofDay = items.filter(({ times }) => touches(times, daysFrom(mailbox, date, 1)));
  return ofDay.length === 0 ? html`` : html`<ul>${ofDay.map((item) => eventLine(mailbox, item))}</ul>`;
}

function eventLine(mailbox: Mailbox, item: Item): Html {
  const { event, times } = item;
  const calendar = mailbox.calendars.get(item.calendarId);
  const clock = (ms: number): string => localText(mailbox, ms).slice(11);
  const words = [
    event.isAllDay ? 'all day' : `${clock(times.startMs)}–${clock(times.endMs)}`,
    ...(event.showAs && event.showAs !== 'busy' ? [event.showAs] : []),
    ...(event.isCancelled ? ['canceled'] : []),
    ...(event.isOrganizer ? [] : [event.responseStatus?.response ?? '']),
    ...(calendar?.isDefault ? [] : [calendar?.name ?? '']),
  ];
  const isFree = event.showAs === 'free' || event.isCancelled === true;
  const link = html`<a href="${eventPath(mailbox, item, item.id)}">${event.subject || '(No title)'}</a>`;
  return html`<li${isFree && html` class="free"`}>${link}<br>${words.join(', ')}</li>`;
}

function newForm(mailbox: Mailbox, date: string): Html {
  // Somebody else's events come by somebody else's hand: here too, so that all kinds of calendars can be tried.
  const calendars = [...mailbox.calendars.values()].map(
    ({ id, name, canEdit }) => html`<option value="${id}">${name}${!canEdit && ' (apps cannot write here)'}</option>`,
  );
  return html`<h2>New event</h2>
<form method="post" action="${pathOf(mailbox)}">
<label>Title <input name="title" value="Dentist"></label>
<label>Calendar <select name="calendar">${calendars}</select></label>
${timeFields(date, '10:00', '11:00', 'busy', false)}
<label>Repeats <select name="repeats">${REPEATS.map((word) => html`<option>${word}</option>`)}</select></label>
<label>Invited by (address of somebody else; empty: nobody) <input name="organizer" type="email"></label>
<p><button>Put into the calendar</button></p>
</form>`;
}

/** The fields of an event's time. */
export const timeFields = (date: string, start: string, end: string, shows: string, allDay: boolean): Html => html`
<label>Date <input name="date" type="date" value="${date}" required></label>
<label>Start <input name="start" type="time" value="${start}"></label>
<label>End <input name="end" type="time" value="${end}"></label>
<label><input name="allDay" type="checkbox"${allDay && html` checked`}> All day</label>
<label>Shows as <select name="shows">${SHOWN.map(
  (word) => html`<option${word === shows && html` selected`}>${word}</option>`,
)}</select></label>`;

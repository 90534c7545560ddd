import { DAY_MS } from '../../domain/time/civil.ts';
import { type Html, html, page } from '../html.ts';
import type { Account, ListEntry } from './accounts.ts';
import { REPEATS } from './form.ts';
import { dateMs, dateOf, type Event, instantOf, isAllDay, rfc3339, timesOf, touches } from './times.ts';

interface Shown {
  readonly entry: ListEntry;
  readonly event: Event;
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** A week of all calendars of a person, and the form for a new event. @param monday a date @param newDate at first in the form */
export function weekPage(account: Account, monday: string, newDate: string): string {
  const dates = DAYS.map((_, index) => dateOf(dateMs(monday) + index * DAY_MS));
  const window = dayOf(account, monday, 7);
  const shown = [...account.list.values()].flatMap((entry) =>
    entry.calendar.expand(window).map((event) => ({ entry, event })),
  );
  const week = (days: number): string => `${pathOf(account)}?week=${dateOf(dateMs(monday) + days * DAY_MS)}`;
  return page(
    'Google',
    `${account.name}: week of ${monday}`,
    html`<nav aria-label="Weeks"><a href="${week(-7)}">Week before</a> · <a href="${pathOf(account)}">This week</a> · <a href="${week(7)}">Week after</a></nav>
<table class="week">
<caption>Times in ${account.timeZone}</caption>
<thead><tr>${dates.map((date, index) => html`<th scope="col">${DAYS[index] ?? ''}<br>${date}</th>`)}</tr></thead>
<tbody><tr>${dates.map((date, index) => html`<td data-day=\"${DAYS[index] ?? ''} ${date}\">${dayList(account, shown, date)}</td>`)}</tr></tbody>
</table>
${newForm(account, newDate)}`,
  );
}

export const pathOf = ({ email }: Account): string => `/people/${encodeURIComponent(email)}`;

const dayOf = ({ timeZone }: Account, date: string, days: number) => ({
  startMs: instantOf(timeZone, dateMs(date)),
  endMs: instantOf(timeZone, dateMs(date) + days * DAY_MS),
});

function dayList(account: Account, shown: readonly Shown[], date: string): Html {
  const startMs = ({ entry, event }: Shown): number => timesOf(event, entry.calendar.facts.timeZone).startMs;
  const ofDay = shown
    .filter(({ entry, event }) => touches(timesOf(event, entry.calendar.facts.timeZone), dayOf(account, date, 1)))
    .sort((a, b) => startMs(a) - startMs(b));
  return ofDay.length === 0 ? html`` : html`<ul>${ofDay.map((one) => eventLine(account, one))}</ul>`;
}

function eventLine(account: Account, { entry, event }: Shown): Html {
  const { facts } = entry.calendar;
  const { startMs, endMs } = timesOf(event, facts.timeZone);
  const clock = (ms: number): string => rfc3339(ms, account.timeZone).slice(11, 16);
  const own = event.attendees?.find(({ email }) => email === facts.id)?.responseStatus;
  const words = [
    isAllDay(event) ? 'all day' : `${clock(startMs)}–${clock(endMs)}`,
    ...(event.transparency === 'transparent' ? ['free'] : []),
    ...(event.status === 'tentative' ? ['tentative'] : []),
    ...(own && own !== 'accepted' ? [answerWord(own)] : []),
    ...(entry.isPrimary ? [] : [facts.summary]),
  ];
  const title =
    entry.accessRole === 'freeBusyReader'
      ? html`busy`
      : html`<a href="${pathOf(account)}/${encodeURIComponent(facts.id)}/${encodeURIComponent(event.id ?? '')}">${event.summary ?? '(No title)'}</a>`;
  return html`<li${event.transparency === 'transparent' && html` class="free"`}>${title}<br>${words.join(', ')}</li>`;
}

/** Google's word for a guest's answer, in plain words. */
export const answerWord = (answer: string): string => (answer === 'needsAction' ? 'not answered' : answer);

function newForm(account: Account, date: string): Html {
  // Somebody else's events come by somebody else's hand: here too, so that all kinds of calendars can be tried.
  const calendars = [...account.list.values()].map(
    ({ calendar, accessRole }) =>
      html`<option value="${calendar.facts.id}">${calendar.facts.summary} (${accessRole})</option>`,
  );
  return html`<h2>New event</h2>
<form method="post" action="${pathOf(account)}">
<label>Title <input name="title" value="Dentist"></label>
<label>Calendar <select name="calendar">${calendars}</select></label>
${timeFields(date, '10:00', '11:00', 'busy', false)}
<label>Repeats <select name="repeats">${Object.keys(REPEATS).map((word) => html`<option>${word}</option>`)}</select></label>
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
<label>Shows as <select name="shows">${['busy', 'free', 'tentative'].map(
  (word) => html`<option${word === shows && html` selected`}>${word}</option>`,
)}</select></label>`;

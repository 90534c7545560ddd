import { type Html, html, page } from '../html.ts';
import type { Account, ListEntry } from './accounts.ts';
import type { CalendarFacts } from './calendar.ts';
import { type Event, isAllDay, rfc3339, timesOf } from './times.ts';
import { answerWord, pathOf, timeFields } from './week-page.ts';

/** One event, or one instance of a series: change, delete, move, answer. @param others calendars that it can move to */
export function eventPage(account: Account, facts: CalendarFacts, event: Event, others: readonly ListEntry[]): string {
  const { startMs, endMs } = timesOf(event, facts.timeZone);
  const [start, end] = [rfc3339(startMs, account.timeZone), rfc3339(endMs, account.timeZone)];
  const path = `${pathOf(account)}/${encodeURIComponent(facts.id)}/${encodeURIComponent(event.id ?? '')}`;
  const date = event.start?.date ?? start.slice(0, 10);
  const shows = event.transparency === 'transparent' ? 'free' : event.status === 'tentative' ? 'tentative' : 'busy';
  const series = event.recurringEventId
    ? html`<p>This is one instance. <a href="${pathOf(account)}/${encodeURIComponent(facts.id)}/${encodeURIComponent(event.recurringEventId)}">The whole series</a></p>`
    : html``;
  return page(
    'Google',
    event.summary ?? '(No title)',
    html`<p>In ${facts.summary}. <a href="${pathOf(account)}?week=${date}">Back to the week</a></p>
${series}
${event.status === 'cancelled' ? html`<p>It is deleted.</p>` : html``}
${event.hangoutLink ? html`<p>Google Meet: <a href="${event.hangoutLink}">${event.hangoutLink}</a></p>` : html``}
${event.description ? html`<p>${event.description}</p>` : html``}
<form method="post" action="${path}">
<label>Title <input name="title" value="${event.summary ?? ''}"></label>
${timeFields(date, start.slice(11, 16), end.slice(11, 16), shows, isAllDay(event))}
<p><button name="do" value="save">Save</button> <button name="do" value="delete">Delete</button></p>
</form>
${answers(path, date, event, facts)}
${others.length > 0 && !event.recurringEventId ? moves(path, date, others) : html``}`,
  );
}

function answers(path: string, date: string, { attendees = [] }: Event, facts: CalendarFacts): Html {
  if (attendees.length === 0) return html``;
  const buttons = ['accepted', 'tentative', 'declined'].map(
    (word) => html`<button name="answer" value="${word}">${word}</button> `,
  );
  const rows = attendees.map(
    ({
      email,
      responseStatus,
    }) => html`<li>${email ?? ''}${email === facts.id && ' (you)'}: ${answerWord(responseStatus ?? 'needsAction')}
<form class="line" method="post" action="${path}" aria-label="Answer of ${email ?? ''}"><input type="hidden" name="do" value="answer"><input type="hidden" name="week" value="${date}"><input type="hidden" name="guest" value="${email ?? ''}">${buttons}</form></li>`,
  );
  return html`<h2>Guests</h2><ul>${rows}</ul>`;
}

const moves = (path: string, date: string, others: readonly ListEntry[]): Html => html`<h2>Another calendar</h2>
<form method="post" action="${path}"><input type="hidden" name="do" value="move"><input type="hidden" name="week" value="${date}">
<label>Calendar <select name="calendar">${others.map(({ calendar }) => html`<option value="${calendar.facts.id}">${calendar.facts.summary}</option>`)}</select></label>
<p><button>Move there</button></p>
</form>`;

import { type Html, html, page } from '../html.ts';
import type { Item, Mailbox } from './mailbox.ts';
import { eventPath, localText, pathOf, timeFields } from './week-page.ts';

/** One event, or one occurrence of a series: change, delete, move, answer. */
export function eventPage(mailbox: Mailbox, item: Item): string {
  const { event, times, original } = item;
  const [start, end] = [localText(mailbox, times.startMs), localText(mailbox, times.endMs)];
  const path = eventPath(mailbox, item, item.id);
  const date = event.isAllDay ? (event.start?.dateTime ?? '').slice(0, 10) : start.slice(0, 10);
  const joinUrl = event.onlineMeeting?.joinUrl;
  const series = original
    ? html`<p>This is one occurrence. <a href="${eventPath(mailbox, item, original.masterId)}">The whole series</a></p>`
    : html``;
  return page(
    'Microsoft',
    event.subject || '(No title)',
    html`<p>In ${mailbox.calendars.get(item.calendarId)?.name ?? ''}. <a href="${pathOf(mailbox)}?week=${date}">Back to the week</a></p>
${series}
${joinUrl ? html`<p>Microsoft Teams: <a href="${joinUrl}">${joinUrl}</a></p>` : html``}
${event.bodyPreview ? html`<p>${event.bodyPreview}</p>` : html``}
<form method="post" action="${path}">
<label>Title <input name="title" value="${event.subject ?? ''}"></label>
${timeFields(date, start.slice(11), end.slice(11), event.showAs ?? 'busy', event.isAllDay ?? false)}
<p><button name="do" value="save">Save</button> <button name="do" value="delete">Delete</button></p>
</form>
${answers(mailbox, item, path, date)}
${original ? html`` : moves(mailbox, item, path, date)}`,
  );
}

const ANSWERS = ['accepted', 'tentativelyAccepted', 'declined'] as const;

/** The answers of guests, or the owner's own to somebody else's meeting. */
function answers({ person }: Mailbox, { event }: Item, path: string, date: string): Html {
  const guests = event.isOrganizer
    ? (event.attendees ?? []).map(({ emailAddress, status }) => ({
        ...{ guest: emailAddress?.address ?? '', response: status?.response, words: emailAddress?.address ?? '' },
      }))
    : [{ guest: '', response: event.responseStatus?.response, words: `${person.email} (you)` }];
  if (guests.length === 0) return html``;
  const buttons = ANSWERS.map((word) => html`<button name="answer" value="${word}">${word}</button> `);
  const rows = guests.map(
    ({ guest, response, words }) => html`<li>${words}: ${response ?? 'none'}
<form class="line" method="post" action="${path}" aria-label="Answer of ${words}"><input type="hidden" name="do" value="answer"><input type="hidden" name="week" value="${date}"><input type="hidden" name="guest" value="${guest}">${buttons}</form></li>`,
  );
  return html`<h2>Guests</h2><ul>${rows}</ul>`;
}

function moves(mailbox: Mailbox, item: Item, path: string, date: string): Html {
  const others = [...mailbox.calendars.values()].filter(({ id, canEdit }) => canEdit && id !== item.calendarId);
  if (others.length === 0) return html``;
  return html`<h2>Another calendar</h2>
<form method="post" action="${path}"><input type="hidden" name="do" value="move"><input type="hidden" name="week" value="${date}">
<label>Calendar <select name="calendar">${others.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select></label>
<p><button>Move there</button></p>
</form>`;
}

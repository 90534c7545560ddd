import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { type InviteInput, renderInvite } from '../../../domain/booking/invite.ts';
import { MANAGE_URL, meetingFacts, SERVICE } from '../../support/factories/meeting-facts.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 9, 0);

function invite(input: Partial<InviteInput> = {}) {
  const file = renderInvite(SERVICE, {
    meeting: meetingFacts(),
    recipient: 'guest',
    method: 'REQUEST',
    manageUrl: MANAGE_URL,
    nowMs: NOW_MS,
    ...input,
  });
  const calendar = new ICAL.Component(ICAL.parse(file.content) as unknown[] as never);
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const component = calendar.getFirstSubcomponent('vevent');
  if (!component) throw new Error('no event');
  return { file, calendar, component, event: new ICAL.Event(component) };
}

const instant = (time: ICAL.Time) => time.toJSDate().getTime();

// ical.js reads back hundreds of zones: slow on a busy machine.
describe('renderInvite', { timeout: 60_000 }, () => {
  it('is a request with METHOD in the file and in its content type, and a UID on the public host', () => {
    const { file, calendar, event, component } = invite();
    expect(file.contentType).toBe('text/calendar; method=REQUEST; charset=utf-8');
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
    expect(event.uid).toBe('01949d3e-0000-7000-8000-000000000001@book.holdfast.example');
    expect(event.sequence).toBe(0);
    expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED');
    expect(event.summary).toBe('Intro call with Ada Lovelace');
    expect(event.location).toBe('https://meet.example/abc-defg-hij');
  });

  it('writes odd addresses as one URI each, which reads back as the address', () => {
    const guestEmail = '"john doe..x"@example.com';
    const guests = ["o'brien+x@example.com", '50%/a?b=c#d{e}|f^g`h@example.com'];
    const { file, component } = invite({ meeting: meetingFacts({ guestEmail, guests }) });
    const values = component.getAllProperties('attendee').map((attendee) => String(attendee.getFirstValue()));
    const read = values.map((value) => decodeURIComponent(value.replace(/^mailto:/i, '')));
    expect(read).toEqual(expect.arrayContaining([guestEmail, ...guests]));
    expect(values.every((value) => URL.canParse(value) && !/["\s]/.test(value))).toBe(true);
    expect(file.content).toContain('%22john%20doe..x%22@example.com');
  });

  it('takes the meeting back with CANCEL under the same UID and a raised sequence', () => {
    const canceled = invite({ method: 'CANCEL', meeting: meetingFacts({ sequence: 3 }) });
    expect(canceled.file.contentType).toContain('method=CANCEL');
    expect(canceled.calendar.getFirstPropertyValue('method')).toBe('CANCEL');
    expect(canceled.component.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(canceled.event.uid).toBe(invite().event.uid);
    expect(canceled.event.sequence).toBe(3);
  });

  it('gives the time in the host’s zone, with its VTIMEZONE, and DTSTAMP in UTC', () => {
    const { file, event } = invite();
    expect(file.content).toContain('DTSTART;TZID=Europe/Berlin:20261201T150000\r\n');
    expect(file.content).toContain('DTSTAMP:20261121T090000Z\r\n');
    expect(file.content).toContain('BEGIN:VTIMEZONE');
    expect(instant(event.startDate)).toBe(meetingFacts().startMs);
    expect(instant(event.endDate)).toBe(meetingFacts().endMs);
  });

  it('names the right instants in every zone, in winter (and Ramadan) and in summer', () => {
    for (const hostTimezone of Intl.supportedValuesOf('timeZone')) {
      for (const startMs of [Date.UTC(2027, 1, 20, 10), Date.UTC(2027, 6, 15, 10)]) {
        const { event } = invite({ meeting: meetingFacts({ hostTimezone, startMs, endMs: startMs + 1_800_000 }) });
        expect([hostTimezone, instant(event.startDate), instant(event.endDate)]).toEqual([
          hostTimezone,
          startMs,
          startMs + 1_800_000,
        ]);
      }
    }
  });

  it.each([
    ['Europe/Berlin', Date.UTC(2027, 2, 28, 1), Date.UTC(2027, 9, 31, 1)],
    ['Europe/Dublin', Date.UTC(2027, 2, 28, 1), Date.UTC(2027, 9, 31, 1)],
    ['America/New_York', Date.UTC(2027, 2, 14, 7), Date.UTC(2027, 10, 7, 6)],
    ['America/St_Johns', Date.UTC(2027, 2, 14, 5, 30), Date.UTC(2027, 10, 7, 4, 30)],
    ['Australia/Lord_Howe', Date.UTC(2027, 9, 2, 15, 30), Date.UTC(2027, 3, 3, 15)],
  ])('names the right instants in %s around its clock changes', (hostTimezone, ...changes) => {
    for (const changeMs of changes) {
      for (let startMs = changeMs - 5 * 3_600_000; startMs <= changeMs + 5 * 3_600_000; startMs += 900_000) {
        const { event } = invite({ meeting: meetingFacts({ hostTimezone, startMs, endMs: startMs + 5_400_000 }) });
        expect([instant(event.startDate), instant(event.endDate)]).toEqual([startMs, startMs + 5_400_000]);
      }
    }
  });

  it('writes UTC for a zone that the zone library does not know', () => {
    const { file } = invite({ meeting: meetingFacts({ hostTimezone: 'Etc/UTC' }) });
    expect(file.content).toContain('DTSTART:20261201T140000Z');
    expect(file.content).not.toContain('VTIMEZONE');
  });

  it('puts the service’s address behind the host’s name, so that answers bounce nowhere', () => {
    const organizer = invite().component.getFirstProperty('organizer');
    expect(organizer?.getFirstValue()).toBe('mailto:mail@holdfast.example');
    expect(organizer?.getParameter('cn')).toBe('Ada Lovelace');
  });

  it('lets the guest alone see the manage link', () => {
    expect(invite().event.description).toContain(MANAGE_URL);
    for (const recipient of ['host', { extraGuest: 'kim@guest.example' }] as const) {
      expect(invite({ recipient }).file.content.replaceAll('\r\n ', '')).not.toContain('/manage/');
    }
  });

  it('shows form answers to the host alone', () => {
    const meeting = meetingFacts({ answers: [{ label: 'Topic', display: 'Weights; and, more' }] });
    expect(invite({ meeting, recipient: 'host' }).event.description).toContain('Topic: Weights; and, more');
    expect(invite({ meeting }).event.description).not.toContain('Weights');
  });

  it('names all guests to the host, but to an extra guest no other extra guest', () => {
    const meeting = meetingFacts({ guests: ['kim@guest.example', 'lee@guest.example'] });
    const attendees = (input: Partial<InviteInput>) =>
      invite({ meeting, ...input }).event.attendees.map((attendee) => String(attendee.getFirstValue()).toLowerCase());
    expect(attendees({ recipient: 'host' })).toEqual([
      'mailto:ada@acme.example',
      'mailto:sam@guest.example',
      'mailto:kim@guest.example',
      'mailto:lee@guest.example',
    ]);
    expect(attendees({ recipient: { extraGuest: 'kim@guest.example' } })).not.toContain('mailto:lee@guest.example');
  });

  it('keeps every line within 75 bytes and ends each with CRLF', () => {
    const { file } = invite({ meeting: meetingFacts({ eventName: 'Gespräch über größere Pläne 😀 '.repeat(4) }) });
    const lines = file.content.split('\r\n');
    expect(lines.at(-1)).toBe('');
    for (const line of lines) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/[\r\n]/);
    }
  });

  it('lets no text of a stranger add a property, a parameter or a component', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom(
        '"\r\nATTENDEE:mailto:evil@x.example',
        'a";X-EVIL="1',
        '\\n:;,',
        'END:VEVENT\r\nBEGIN:VEVENT',
        '^n^\'"',
        '\u2028X:1',
      ),
    );
    const shape = (component: ICAL.Component) => component.getAllProperties().map((property) => property.name);
    const expected = shape(
      invite({ recipient: 'host', meeting: meetingFacts({ answers: [{ label: 'a', display: 'b' }] }) }).component,
    );
    fc.assert(
      fc.property(nasty, nasty, nasty, (name, detail, answer) => {
        const { component, calendar } = invite({
          recipient: 'host',
          meeting: meetingFacts({
            guestName: name,
            hostName: `H${name}`,
            eventName: `E${detail}`,
            locationDetail: `L${detail}`,
            answers: [{ label: answer, display: answer }],
          }),
        });
        expect(shape(component)).toEqual(expected);
        expect(calendar.getAllSubcomponents().map(({ name: kind }) => kind)).toEqual(['vtimezone', 'vevent']);
        for (const attendee of component.getAllProperties('attendee')) {
          expect(Object.keys(attendee.jCal[1] as object).sort()).toEqual(['cn', 'partstat', 'role', 'rsvp']);
        }
      }),
    );
  });
});

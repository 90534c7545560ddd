import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderPrep } from '../../../activities/mail/prep-message.ts';
import { renderRescheduled } from '../../../activities/mail/reschedule-message.ts';
import { renderSubscription } from '../../../activities/mail/subscription-message.ts';
import { asOtherHost } from '../../../domain/booking/meeting.ts';
import { LANGUAGES, type Language } from '../../../texts/languages.ts';
import { packInput } from '../../domain/prep/pack-inputs.ts';
import { englishInMail } from '../../support/asserts/english-in-mail.ts';
import {
  APP,
  AT,
  BRAND,
  booking,
  HOST_MAILS,
  PERSON,
  WORKSPACE,
  webhooksSet,
} from '../../support/factories/host-mails.ts';
import { meetingFacts, SERVICE } from '../../support/factories/meeting-facts.ts';

/** To guests alone, or with English in it by design. */
const ELSEWHERE = ['renderBookingCode', 'renderPrep'];
const FOLDER = new URL('../../../activities/mail/', import.meta.url);
const KEPT = ['Ada Lovelace', 'Alan', 'Acme', 'Sam Guest', 'Holdfast', 'Otto', 'Krank', 'bot@agents.example'];

it('the table has every mail that there is', async () => {
  const files = readdirSync(FOLDER).filter((name) => /-messages?\.ts$/.test(name));
  const modules = await Promise.all(files.map((file) => import(new URL(file, FOLDER).href) as Promise<object>));
  const made = new Set(modules.flatMap((module) => Object.keys(module)).filter((name) => name.startsWith('render')));
  expect([...made].sort()).toEqual([...Object.keys(HOST_MAILS), ...ELSEWHERE].sort());
});

it.each(Object.entries(HOST_MAILS))('%s speaks the language of its reader, in all its parts', (_name, mailsIn) => {
  for (const language of LANGUAGES)
    for (const mail of mailsIn(language)) {
      expect(mail.html).toContain(`lang="${language}"`);
      const english = englishInMail(mail, KEPT);
      if (language === 'de') expect(english, mail.text).toEqual([]);
      else expect(english.length, mail.subject).toBeGreaterThan(2);
    }
});

it.each([
  ['en', /revoke the key/, /somebody signed in as them. If that is you, sign out all your browsers/],
  ['de', /widerrufen Sie den Schlüssel/, /jemand, der mit ihrem Konto angemeldet ist. Sind Sie das, melden Sie/],
] as const)('a set webhook says what to do if a key or a session was stolen (%s)', (language, key, session) => {
  const [signedIn, withKey] = webhooksSet(language).map(({ text }) => text.replace(/\s+/g, ' '));
  expect(signedIn).toMatch(session);
  expect(signedIn).not.toMatch(key);
  expect(withKey).toMatch(key);
  expect(withKey).not.toMatch(session);
});

it.each([
  ['en', /answered 410 Gone/, /no event for three days/, /once you enable the webhook, it is sent in order/],
  ['de', /mit 410 Gone geantwortet/, /seit drei Tagen kein Ereignis/, /Sobald Sie den Webhook aktivieren/],
] as const)('a disabled webhook says why, and the way back (%s)', (language, gone, failing, back) => {
  const mails = HOST_MAILS.renderWebhookDisabled?.(language) ?? [];
  expect(mails.map(({ text }) => [gone.test(text), failing.test(text)])).toEqual([
    [true, false],
    [false, true],
  ]);
  for (const { subject, text, html } of mails) {
    expect(subject).toContain('hooks.example.com');
    expect(text).toMatch(back);
    for (const part of [text, html]) expect(part).toContain(`${APP}/settings/webhooks`);
  }
});

it('mails about meetings wear the brand of the workspace, to every host', () => {
  const mails = ['renderConfirmation', 'renderCanceled', 'renderPending', 'renderCalendarEvent'].flatMap(
    (name) => HOST_MAILS[name]?.('de') ?? [],
  );
  const handedOver = HOST_MAILS.renderHandedOver?.('de')[0];
  for (const { html } of [...mails, prep('de'), ...(handedOver ? [handedOver] : [])])
    expect(html).toContain(`${SERVICE.publicUrl}/assets/${BRAND.avatarFile}`);
});

const prep = (language: Language) =>
  renderPrep(SERVICE, {
    ...{ meeting: booking(language).meeting, input: packInput(), appUrl: APP, mailedStartMs: null, moveRevision: null },
    host: { userId: 'u', email: PERSON.email, timezone: 'Europe/Berlin', language },
    settingsUrl: `${APP}/event-types/event-1?workspace=acme#prep`,
  });

it('dates of mails to hosts are written as in the region of each host; the guest’s stay theirs', () => {
  const meeting = meetingFacts({ hostRegion: 'US', language: 'en', region: 'GB' });
  const facts = { ...booking('en'), by: 'guest' as const, previousStartMs: AT.getTime() };
  const own = renderRescheduled(SERVICE, { ...facts, meeting });
  expect(own.text).toContain('When: Tuesday, December 1, 2026, 3:00 PM to 3:30 PM');
  expect(own.subject).toMatch(/Dec 1, 2026, 3:00 PM/);
  const other = { name: 'Grace', email: 'grace@acme.example', timezone: 'Europe/Berlin', language: 'en' } as const;
  expect(renderRescheduled(SERVICE, { ...facts, meeting: asOtherHost(meeting, other) }).text).not.toContain(' PM');
  expect(renderRescheduled(SERVICE, { ...facts, meeting, recipient: 'guest' }).text).not.toContain(' PM');
  const due = { ...WORKSPACE, ...PERSON, timezone: 'UTC', language: 'en', region: 'US' } as const;
  const locks = renderSubscription(SERVICE, { ...due, kind: 'past_due', incident: 'i', locksAtMs: AT.getTime() });
  expect(locks.text).toMatch(/December 1, 2026, \d+:\d\d [AP]M/);
});

it('the frame of a prep mail is German; the pack is English and says so', () => {
  const { subject, text, html } = prep('de');
  expect(subject).toBe('Vorbereitung: Gespräch mit Sam Guest, Di., 1. Dez. 2026, 15:00 Uhr (GMT+1)');
  for (const part of [text, html]) {
    expect(part).toContain('Die Vorbereitung ist auf Englisch.');
    expect(part).toContain('Ganze Vorbereitung öffnen');
    expect(part).not.toMatch(/\bWhen\b|Where they|Open the whole|sent this because/);
  }
  expect(text).toContain('Wann: Dienstag, 1. Dezember 2026, 15:00 bis 15:30 Uhr');
});

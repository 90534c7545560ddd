import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishInMail } from '../../../support/asserts/english-in-mail.ts';
import { newGuest } from '../../../support/drivers/guest.ts';
import { createHost, type EventSettings, type TestHost } from '../../../support/drivers/host.ts';
import { hiddenField, PageClient } from '../../../support/drivers/page-client.ts';
import { callerOver, outputOf } from '../../../support/drivers/surfaces.ts';
import { announced, bookMeeting, codeFor, iso, tokenIn } from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const GERMAN = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' };
const ENGLISH = { 'accept-language': 'en-US,en' };
/** What the host and the guest have written themselves. */
const KEPT = ['Hedy Host', 'Gus Guest', 'Test', 'Holdfast'];

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000 });
});
afterAll(() => stack?.close());
const rest = callerOver('REST', () => stack);

interface AtForm {
  readonly host: TestHost;
  readonly browser: PageClient;
  readonly path: string;
  readonly email: string;
  readonly extra: string;
}

/** Sends the form of a guest of a host of their own, on pages of a language, and opens what comes of it. */
async function sendForm(language: Record<string, string>, settings: EventSettings = {}) {
  const host = await createHost(stack.sql, { name: 'Gespräch', location_detail: '+49 30 901820', ...settings });
  const browser = new PageClient(stack.publicUrl);
  const [email, extra] = [newGuest(), newGuest()];
  const { workspace, username, eventSlug } = host.address;
  const path = `/${workspace}/${username}/${eventSlug}`;
  const startAt = iso((await host.openStarts())[60] ?? 0);
  const details = await browser.open(`${path}?startAt=${startAt}&timezone=UTC`, language);
  const typed = { timezone: 'UTC', startAt, name: 'Gus Guest', email, guests: extra };
  const sent = await browser.submit(path, { pageToken: hiddenField(details.html, 'pageToken'), ...typed }, language);
  const { html } = await browser.open(sent.location ?? '', language);
  return { guest: { host, browser, path, email, extra }, s: hiddenField(html, 's') };
}

async function typeCode({ browser, path, email }: AtForm, s: string, language: Record<string, string>): Promise<void> {
  const { location } = await browser.submit(`${path}/confirm`, { s, code: await codeFor(stack, email) }, language);
  expect(location).toContain('/booked?');
}

/** Waits until all is mailed that happened to a guest's booking. */
async function settled({ email }: AtForm): Promise<void> {
  const [booking] = await stack.sql<{ id: string }[]>`select id from bookings where guest_email = ${email}`;
  await announced(stack, booking?.id ?? '');
}

const newest = async (to: string) => {
  const [mail] = await stack.mailbox(to);
  if (!mail) throw new Error(`no mail to ${to}`);
  return mail;
};
const hostOf = ({ host }: AtForm): string => `${host.address.workspace}@host.test`;

/** The newest mails: German to the guest and whom they invited, English to the host. */
async function expectMails(guest: AtForm, begin: { guest: RegExp; extra: RegExp; host: RegExp }): Promise<void> {
  await settled(guest);
  for (const [to, subject] of [
    [guest.email, begin.guest],
    [guest.extra, begin.extra],
  ] as const) {
    const mail = await newest(to);
    expect(mail.subject).toMatch(subject);
    expect(englishInMail(mail, KEPT), mail.subject).toEqual([]);
    expect(mail.html).toContain('lang="de"');
  }
  const mail = await newest(hostOf(guest));
  expect(mail.subject).toMatch(begin.host);
  expect(mail.html).toContain('lang="en"');
}

describe('a guest who books on German pages', () => {
  it('gets German mails from the code to the end, in whatever language others change it; the host gets English', async () => {
    const { guest, s } = await sendForm(GERMAN);
    const code = await newest(guest.email);
    expect(code.subject).toMatch(/^\d{6} ist Ihr Code für Gespräch mit Hedy Host$/);
    expect(englishInMail(code, KEPT)).toEqual([]);

    await typeCode(guest, s, GERMAN);
    await expectMails(guest, { guest: /^Bestätigt: Gespräch mit/, extra: /^Einladung: /, host: /^New booking: / });
    const token = tokenIn(await newest(guest.email));

    const startAt = iso((await guest.host.openStarts())[70] ?? 0);
    outputOf(await rest.call('rescheduleAsGuest', { token, startAt }));
    await expectMails(guest, { guest: /^Verschoben: /, extra: /^Verschoben: /, host: /^Moved: / });
    expect(outputOf(await rest.call('downloadInvite', { token }))).toContain('SUMMARY:Gespräch mit Hedy Host');

    const page = `/manage/${token}/cancel`;
    const { html } = await guest.browser.open(page, ENGLISH);
    await guest.browser.submit(page, { pageToken: hiddenField(html, 'pageToken'), reason: 'Krank' }, ENGLISH);
    await expectMails(guest, { guest: /^Abgesagt: /, extra: /^Abgesagt: /, host: /^Canceled: / });
  });

  it('reads German where the host decides', async () => {
    const { guest, s } = await sendForm(GERMAN, { requires_approval: true });
    await typeCode(guest, s, GERMAN);
    await settled(guest);
    const mail = await newest(guest.email);
    expect(mail.subject).toMatch(/^Wartet auf Zusage von Hedy Host: Gespräch, /);
    expect(englishInMail(mail, KEPT)).toEqual([]);
    expect((await newest(hostOf(guest))).subject).toMatch(/^Approve or decline: /);
  });

  it('reads German where no code is needed', async () => {
    const { guest } = await sendForm(GERMAN, { require_otp_human: false });
    await expectMails(guest, { guest: /^Bestätigt: /, extra: /^Einladung: /, host: /^New booking: / });
  });

  it('reads German who turned to it only where the code is typed', async () => {
    const { guest, s } = await sendForm(ENGLISH);
    expect((await newest(guest.email)).subject).toMatch(/^\d{6} is your code for Gespräch with/);
    await typeCode(guest, s, GERMAN);
    await settled(guest);
    expect((await newest(guest.email)).subject).toMatch(/^Bestätigt: /);
  });
});

describe('English as before', () => {
  it('for a guest on English pages', async () => {
    const { guest, s } = await sendForm(ENGLISH);
    await typeCode(guest, s, ENGLISH);
    await settled(guest);
    const mail = await newest(guest.email);
    expect(mail.subject).toMatch(/^Confirmed: Gespräch with Hedy Host, \w{3}, \w{3} \d+, \d{4}, \d+:\d\d [AP]M GMT/);
    expect(mail.text).toContain('Reschedule or cancel:\n');
    expect((await newest(guest.extra)).subject).toMatch(/^Invitation: /);
  });

  it('for an agent that books by the API, even if a code was mailed from German pages', async () => {
    const { guest } = await sendForm(GERMAN);
    const { host, email } = guest;
    const startAt = iso((await host.openStarts())[60] ?? 0);
    const invitee = { email, name: 'Gus Guest', timezone: 'UTC' };
    outputOf(await rest.call('book', { ...host.address, startAt, invitee, code: await codeFor(stack, email) }));
    await settled(guest);
    expect((await newest(email)).subject).toMatch(/^Confirmed: /);
  });

  it('for calls of the API', async () => {
    const host = await createHost(stack.sql, { name: 'Gespräch' });
    const { guest } = await bookMeeting(stack, rest, host, (await host.openStarts())[60] ?? 0);
    expect((await stack.mailbox(guest)).map(({ subject }) => subject.replace(/^\d{6}/, ''))).toEqual([
      expect.stringMatching(/^Confirmed: Gespräch with Hedy Host, /),
      ' is your code for Gespräch with Hedy Host',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  answersOf,
  bookingsOf,
  expectHeading,
  fillPerson,
  follow,
  newAddress,
  pickTime,
  press,
  readCode,
} from './guest-browser.ts';
import { setUpScriptlessPage } from './scriptless-page.ts';

const site = setUpScriptlessPage();

const toCodeStep = async (email: string): Promise<string> => {
  await pickTime(site.page, `${site.stack.publicUrl}/acme/ada/intro-30`);
  await fillPerson(site.page, email);
  await press(site.page, 'Continue');
  await expectHeading(site.page, 'Check your email');
  return readCode(site.stack, email);
};
const tryCode = async (code: string): Promise<void> => {
  await site.page.getByLabel('Six-digit code').fill(code);
  await press(site.page, 'Book this time');
};
const otherThan = (code: string): string => (code === '111111' ? '222222' : '111111');
const wrongGuesses = async (email: string): Promise<number> => {
  const [row] = await site.stack.sql`
    select wrong_guesses from challenges where guest_email = ${email} order by created_at desc`;
  return row?.wrong_guesses;
};
/** Makes the newest code half a minute old: a new one can be requested. */
const letHalfAMinutePass = (email: string) =>
  site.stack.sql`update challenges set issued_at = issued_at - interval '31 seconds' where guest_email = ${email}`;

describe('the code step', () => {
  it('shows who got the code and until when the code works', async () => {
    const email = newAddress();
    await toCodeStep(email);
    const text = await site.page.textContent('main');
    expect(text).toContain(`Enter the six digits that we sent to ${email}`);
    expect(text).toMatch(/They work until \d\d:\d\d \(Berlin, Central European Time\)\./);
    // One deadline: the meeting's own time is the only other clock.
    const when = (await site.page.locator('time').textContent()) ?? '';
    expect(text?.replace(when, '').match(/\d\d:\d\d/g)).toHaveLength(1);
    expect(await site.page.getByRole('link', { name: 'read the mail' }).getAttribute('href')).toContain(
      '/dev/mailbox?to=',
    );
    expect(await site.page.getByLabel('Six-digit code').getAttribute('autocomplete')).toBe('one-time-code');
    expect(await site.page.getByLabel('Six-digit code').getAttribute('inputmode')).toBe('numeric');
  });

  it('accepts the code as people paste it', async () => {
    const email = newAddress();
    const code = await toCodeStep(email);
    await tryCode(` ${code.slice(0, 3)} ${code.slice(3)} `);
    await expectHeading(site.page, 'You’re booked');
  });

  it('shows how many tries are left; a reload does not count', async () => {
    const email = newAddress();
    const code = await toCodeStep(email);
    await tryCode('12345');
    expect(await site.page.textContent('.problem')).toContain('Enter the six digits from the mail.');
    expect(await wrongGuesses(email)).toBe(0);
    await tryCode(otherThan(code));
    expect(await site.page.textContent('.problem')).toContain('4 tries are left');
    expect(await site.page.title()).toMatch(/^Error: /);
    await site.page.reload();
    await site.page.reload();
    expect(await wrongGuesses(email)).toBe(1);
    await tryCode(code);
    await expectHeading(site.page, 'You’re booked');
  });

  it('requires a new code after five wrong ones, and the new code books', async () => {
    const email = newAddress();
    const code = await toCodeStep(email);
    for (let guess = 0; guess < 5; guess++) await tryCode(otherThan(code));
    await expectHeading(site.page, 'You need a new code');
    expect(await site.page.getByRole('alert').textContent()).toContain('Too many wrong codes');
    expect(await site.page.getByLabel('Six-digit code').count()).toBe(0);
    await letHalfAMinutePass(email);
    await press(site.page, 'Send a new code');
    await expectHeading(site.page, 'Check your email');
    await expect.poll(async () => (await site.stack.mailbox(email)).length).toBe(2);
    await tryCode(await readCode(site.stack, email));
    await expectHeading(site.page, 'You’re booked');
  });

  it('sends a new code on request, and only the newest works', async () => {
    const email = newAddress();
    const first = await toCodeStep(email);
    await letHalfAMinutePass(email);
    await press(site.page, 'send a new code');
    expect(await site.page.getByRole('status').textContent()).toContain('A new code is on its way');
    await expect.poll(async () => (await site.stack.mailbox(email)).length).toBe(2);
    const second = await readCode(site.stack, email);
    expect(second).not.toBe(first);
    await tryCode(first);
    expect(await site.page.textContent('.problem')).toContain('4 tries are left');
    await tryCode(second);
    await expectHeading(site.page, 'You’re booked');
  });

  it('refuses a new code that is requested too soon: nothing is mailed, and the old code still books', async () => {
    const email = newAddress();
    const code = await toCodeStep(email);
    await press(site.page, 'send a new code');
    const words = await site.page.getByRole('status').textContent();
    expect(words).toMatch(/The code is on its way already.*You can ask for another in \d\d? seconds\./);
    await tryCode(code);
    await expectHeading(site.page, 'You’re booked');
    expect((await site.stack.mailbox(email)).filter(({ kind }) => kind === 'booking_code')).toHaveLength(1);
  });

  it('accepts a whole sentence of the mail', async () => {
    const email = newAddress();
    const code = await toCodeStep(email);
    await tryCode(`${code} is your code for Intro call with Ada Lovelace`);
    await expectHeading(site.page, 'You’re booked');
  });

  it('replaces an expired code and keeps all that was typed', async () => {
    const email = newAddress();
    await pickTime(site.page, `${site.stack.publicUrl}/acme/ada/deep-dive-60`);
    await fillPerson(site.page, email);
    await site.page.getByLabel('What should we talk about?').fill('Time');
    await site.page.getByLabel('Just me').check();
    await press(site.page, 'Continue');
    const old = await readCode(site.stack, email);
    await site.stack.sql`
      update challenges set expires_at = now() - interval '1 second', issued_at = issued_at - interval '11 minutes'
      where guest_email = ${email}`;
    await tryCode(old);
    await expectHeading(site.page, 'You need a new code');
    expect(await site.page.getByRole('alert').textContent()).toContain('That code is too old');
    await press(site.page, 'Send a new code');
    await expect.poll(async () => (await site.stack.mailbox(email)).length).toBe(2);
    await tryCode(await readCode(site.stack, email));
    await expectHeading(site.page, 'You’re booked');
    expect(await answersOf(site.stack, email)).toEqual(['topic: Time', 'team_size: Just me']);
  });

  it('lets details be changed without typing them again', async () => {
    const email = newAddress();
    const code = await toCodeStep(email);
    await follow(site.page, 'Change details');
    expect(await site.page.getByLabel('Your email').inputValue()).toBe(email);
    await site.page.getByLabel('Your name').fill('Mira O.');
    await press(site.page, 'Continue');
    await tryCode(code);
    await expectHeading(site.page, 'You’re booked');
    const rows = await site.stack.sql`select guest_name from bookings where guest_email = ${email}`;
    expect(rows.map((row) => row.guest_name)).toEqual(['Mira O.']);
  });

  it('keeps the mail address and the token out of its URL and out of the log', async () => {
    const email = newAddress();
    await toCodeStep(email);
    const url = new URL(site.page.url());
    expect(url.href).not.toContain(email.slice(0, 8));
    const [challenge] = await site.stack.sql`select id from challenges where guest_email = ${email}`;
    expect(Buffer.from(url.searchParams.get('s') ?? '', 'base64url').toString('latin1')).not.toContain(
      String(challenge?.id),
    );
    const log = site.stack.logLines.join('\n');
    expect(log).not.toContain(email);
    expect(log).not.toContain(url.searchParams.get('s') ?? 'none');
  });

  it('does not open for another event or with a changed URL', async () => {
    await toCodeStep(newAddress());
    const url = new URL(site.page.url());
    const elsewhere = new URL(`/acme/grace/intro-30/confirm${url.search}`, site.stack.publicUrl).href;
    expect((await site.page.goto(elsewhere))?.status()).toBe(410);
    expect(await site.page.getByRole('link', { name: 'Pick a time' }).getAttribute('href')).toBe(
      '/acme/grace/intro-30?timezone=Europe%2FBerlin',
    );
    const changed = url.href.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await site.page.goto(`${changed.slice(0, -9)}AAAAAAAAA`))?.status()).toBe(410);
  });
});

describe('a code step whose meeting is booked already', () => {
  it('leads to the booking, also by its other buttons, and sends no new mail', async () => {
    const email = newAddress();
    const code = await toCodeStep(email);
    const step = site.page.url();
    const other = await site.page.context().newPage();
    await other.goto(step);
    await tryCode(code);
    await expectHeading(site.page, 'You’re booked');
    await press(other, 'send a new code');
    await expectHeading(other, 'You’re booked');
    await other.goBack();
    await expectHeading(other, 'You’re booked');
    expect((await site.stack.mailbox(email)).filter(({ kind }) => kind === 'booking_code')).toHaveLength(1);
    expect(await bookingsOf(site.stack, email)).toHaveLength(1);
  });

  it('does not show the join details to anyone who has only its URL', async () => {
    const email = newAddress();
    const code = await toCodeStep(email);
    const step = site.page.url();
    await tryCode(code);
    await expectHeading(site.page, 'You’re booked');
    expect(await site.page.textContent('main')).toContain('https://meet.example/');
    await site.page.goto(step);
    await expectHeading(site.page, 'You’re booked');
    expect(await site.page.textContent('main')).not.toContain('https://meet.example/');
  });

  it('says so when the meeting was canceled', async () => {
    const email = newAddress();
    const code = await toCodeStep(email);
    const step = site.page.url();
    await tryCode(code);
    await expectHeading(site.page, 'You’re booked');
    await site.stack.sql`update bookings set status = 'canceled' where guest_email = ${email}`;
    await site.page.goto(step);
    await expectHeading(site.page, 'This time is no longer kept for you');
  });
});

describe('by keyboard alone, a guest', () => {
  it('books a meeting', async () => {
    const email = newAddress();
    await site.page.goto(`${site.stack.publicUrl}/acme/ada`);
    const tabTo = async (selector: string): Promise<void> => {
      for (let presses = 0; presses < 120; presses++) {
        await site.page.keyboard.press('Tab');
        if ((await site.page.locator(`${selector}:focus`).count()) > 0) return;
      }
      throw new Error(`the keyboard never reaches ${selector}`);
    };
    await tabTo('a[href="/acme/ada/intro-30"]');
    await site.page.keyboard.press('Enter');
    await expectHeading(site.page, 'Intro call');
    await tabTo('button.time');
    await site.page.keyboard.press('Enter');
    await expectHeading(site.page, 'Your details');
    await tabTo('#name');
    await site.page.keyboard.type('Kim Keys');
    await site.page.keyboard.press('Tab');
    await site.page.keyboard.type(email);
    await tabTo('button[type=submit]');
    await site.page.keyboard.press('Enter');
    await expectHeading(site.page, 'Check your email');
    // The field has the focus already, because it is the only one.
    await site.page.keyboard.type(await readCode(site.stack, email));
    await site.page.keyboard.press('Enter');
    await expectHeading(site.page, 'You’re booked');
    expect(await bookingsOf(site.stack, email)).toHaveLength(1);
  });

  it('sees an outline at every focused element', async () => {
    await site.page.goto(`${site.stack.publicUrl}/acme/ada/intro-30`);
    const focused = `(() => {
      const at = document.activeElement;
      if (at === document.body) return 'the end';
      const style = getComputedStyle(at, at.matches('h2 a') ? '::after' : null);
      return style.outlineStyle + style.outlineWidth;
    })()`;
    const outlines: unknown[] = [];
    // How many stops there are depends on the times that are left today.
    while (outlines.length < 12 && outlines.at(-1) !== 'the end') {
      await site.page.keyboard.press('Tab');
      outlines.push(await site.page.evaluate(focused));
    }
    const drawn = outlines.filter((outline) => outline !== 'the end');
    expect(drawn.length).toBeGreaterThan(6);
    expect(new Set(drawn)).toEqual(new Set(['solid3px']));
  });
});

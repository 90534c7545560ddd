import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { MAILBOX_CSP, type MailboxMessage, renderMailboxPage } from '../../../web/pages/mailbox.tsx';
import { launchChromium } from '../../support/drivers/chromium.ts';

function message(parts: Partial<MailboxMessage> = {}): MailboxMessage {
  return {
    id: '1',
    to: 'sam@guest.example',
    from: 'Holdfast <mail@holdfast.example>',
    subject: 'Confirmed: Intro call',
    kind: 'booking_confirmation',
    text: 'You are booked',
    html: '<html><head></head><body>You are <b>booked</b></body></html>',
    attachments: [
      { name: 'invite.ics', contentType: 'text/calendar; method=REQUEST; charset=utf-8', content: 'BEGIN:VCALENDAR' },
    ],
    createdAt: new Date('2026-11-21T09:05:07.000Z'),
    ...parts,
  };
}

describe('the mailbox page', () => {
  it('shows the mail’s head, and its HTML in a frame without scripts, forms or our origin', () => {
    const opened = message();
    const html = renderMailboxPage({ messages: [opened], selected: opened, to: null });
    expect(html).toContain('<h2>Confirmed: Intro call</h2>');
    expect(html).toContain('Holdfast &lt;mail@holdfast.example&gt;');
    expect(html).toContain('21 Nov 2026, 09:05:07 UTC');
    expect(html).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(html).toMatch(/srcdoc="[^"]*&lt;b&gt;booked/i);
  });

  it('shows the text part instead where asked', () => {
    const opened = message();
    const html = renderMailboxPage({ messages: [opened], selected: opened, to: null, view: 'text' });
    expect(html).toContain('<pre>You are booked</pre>');
    expect(html).not.toContain('<iframe');
  });

  it('offers attachments as downloads', () => {
    const html = renderMailboxPage({ messages: [message()], selected: null, to: null });
    const encoded = Buffer.from('BEGIN:VCALENDAR').toString('base64');
    expect(html).toContain(
      `download="invite.ics" href="data:text/calendar;method=REQUEST;charset=utf-8;base64,${encoded}"`,
    );
  });

  it('keeps the search while one clicks through its results', () => {
    const html = renderMailboxPage({ messages: [message()], selected: null, to: 'sam+1@guest.example' });
    expect(html).toContain('value="sam+1@guest.example"');
    expect(html).toContain('href="?to=sam%2B1%40guest.example&amp;id=1"');
  });

  it('opens the newest mail where none is chosen', () => {
    const html = renderMailboxPage({
      messages: [message({ subject: 'Newest' }), message({ id: '0' })],
      selected: null,
      to: null,
    });
    expect(html).toContain('<h2>Newest</h2>');
  });

  it('says what to do when there is nothing', () => {
    expect(renderMailboxPage({ messages: [], selected: null, to: null })).toContain('No mail yet');
    expect(renderMailboxPage({ messages: [], selected: null, to: 'x@y.example' })).toContain('No mail to x@y.example');
  });

  it('shows what strangers wrote as text, and leaves no script to run', () => {
    const evil = '"><script>alert(1)</script>';
    const opened = message({
      subject: evil,
      to: evil,
      text: evil,
      html: evil,
      attachments: [{ name: evil, contentType: evil, content: evil }],
    });
    for (const view of ['html', 'text'] as const) {
      expect(renderMailboxPage({ messages: [opened], selected: opened, to: evil, view })).not.toContain('<script');
    }
  });

  it('has a style sheet that React did not have to escape', () => {
    const style = /<style>(.*?)<\/style>/s.exec(renderMailboxPage({ messages: [], selected: null, to: null }))?.[1];
    expect(style).toContain('font: 16px');
    expect(style).not.toContain('&');
  });
});

/** Runs in the page, whose globals this project's types do not know. */
const colorOf = (element: unknown): string =>
  (globalThis as unknown as { getComputedStyle(of: unknown): { color: string } }).getComputedStyle(element).color;

const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

describe('the mailbox page in a browser, under its own policy', { timeout: 60_000 }, () => {
  const endless = message({
    to: `${'guest-with-a-long-name.'.repeat(4)}x@${'mail.'.repeat(12)}example`,
    subject: `Confirmed: ${'Donaudampfschifffahrt'.repeat(8)}`,
    attachments: [{ name: `${'invite'.repeat(20)}.ics`, contentType: 'text/calendar; method=REQUEST', content: '' }],
    text: 'x'.repeat(500),
  });
  const list = { messages: [endless], selected: null, to: null };
  it.each([
    ['the list', list],
    ['a search', { ...list, to: endless.to }],
    ['a search without results', { ...list, messages: [], to: endless.to }],
    ['a mail', { ...list, selected: endless }],
    ['its text', { ...list, selected: endless, view: 'text' as const }],
  ])('fits a phone and a desk without sideways scrolling, however long its words: %s', async (_, props) => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.setContent(renderMailboxPage(props));
      for (const width of [320, 360, 800, 1440]) {
        await page.setViewportSize({ width, height: 740 });
        expect(await page.evaluate(OVERFLOW), `at ${width} px`).toBe(0);
      }
    } finally {
      await browser.close();
    }
  });

  it('draws the mail with its styles, runs none of its scripts, and hands out the attachment', async () => {
    const html =
      '<html><head></head><body><p style="color: rgb(1, 2, 3)">booked</p><script>document.body.textContent = "run"</script></body></html>';
    const opened = message({ html });
    const server = createServer((_request, response) => {
      response.setHeader('content-security-policy', MAILBOX_CSP);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(renderMailboxPage({ messages: [opened], selected: opened, to: null }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      const mail = page.frameLocator('iframe').locator('p');
      await mail.waitFor();
      expect(await mail.evaluate(colorOf)).toBe('rgb(1, 2, 3)');
      expect(await mail.textContent()).toBe('booked');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'invite.ics' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('invite.ics');
    } finally {
      await browser.close();
      server.close();
    }
  });
});

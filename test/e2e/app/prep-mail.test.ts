import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderPrep } from '../../../activities/mail/prep-message.ts';
import { inputOf } from '../../domain/prep/pack-inputs.ts';
import { COMPANIES } from '../../domain/prep/recorded-companies.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { meetingFacts, SERVICE } from '../../support/factories/meeting-facts.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** Of a phone, in CSS pixels. */
const SCREEN = { width: 390, height: 844 };

it.each(Object.keys(COMPANIES))('the mail before a meeting about %s fits two screens of a phone', async (name) => {
  const page = await browser.newPage({ viewport: SCREEN });
  const { html } = renderPrep(SERVICE, {
    meeting: meetingFacts({ guestName: 'Maya Okafor' }),
    input: inputOf(name, 'sales'),
    host: { userId: 'host-1', email: 'ada@acme.test', timezone: 'Europe/Berlin', language: 'en' },
    ...{ appUrl: 'https://app.holdfast.test', mailedStartMs: null, moveRevision: null },
    settingsUrl: 'https://app.holdfast.test/event-types/event-1?workspace=acme#prep',
  });
  await page.setContent(html);
  // 100 px for the fonts of another machine.
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  expect(height).toBeLessThanOrEqual(2 * SCREEN.height + 100);
  expect(height).toBeGreaterThan(SCREEN.height);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(SCREEN.width);
  await page.close();
});

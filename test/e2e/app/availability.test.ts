import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { makeTeam } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { expectHeading, expectSound, openMember, picture, press } from './app-browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ worker: false }), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

/** Times that are offered, once they are read. */
async function openCount(offered: Locator): Promise<number> {
  const words = await offered.getByText(/times? (is|are) offered/).textContent();
  return words?.startsWith('No ') ? 0 : Number.parseInt(words ?? '0', 10);
}

describe('availability', { timeout: 90_000 }, () => {
  it('changes, copies and saves the weekly hours; nothing is sent before', async () => {
    const { page, faults } = await openMember(stack, browser);
    await page.goto(`${stack.appUrl}/availability`);
    await expectHeading(page, 'Availability');
    const monday = page.getByRole('group', { name: 'Monday', exact: true });
    await monday.getByLabel('Monday, from').first().waitFor();
    await expectSound(page);
    await picture(page, 'availability');
    let sent = 0;
    page.on('request', (request) => void (request.method() === 'PATCH' && sent++));
    await monday.getByLabel('Monday, from').first().fill('07:30');
    await monday.getByLabel('Monday, to').first().fill('07:30');
    await monday.getByText('From and to are the same.').waitFor();
    await page.getByRole('button', { name: 'Save hours' }).click({ force: true });
    expect(sent).toBe(0);
    await monday.getByLabel('Monday, to').first().fill('11:15');
    await press(page, 'Copy to … the hours of Monday');
    const dialog = page.getByRole('dialog', { name: 'Copy the hours of Monday to' });
    await dialog.getByLabel('Saturday').check();
    await expectSound(page);
    await picture(page, 'availability-copy');
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await press(page, 'Save hours');
    // Where it is seen: the button is at the end of a long card.
    const told = page.getByRole('status', { name: 'Messages' }).getByText('The hours are saved.');
    await told.waitFor();
    const { y = 0 } = (await told.boundingBox()) ?? {};
    expect(y).toBeLessThan(page.viewportSize()?.height ?? 0);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Weekly hours');
    expect(sent).toBe(1);
    await page.reload();
    const saturday = page.getByRole('group', { name: 'Saturday', exact: true });
    await saturday.getByLabel('Saturday, from').first().waitFor();
    expect(await saturday.getByLabel('Saturday, from').first().inputValue()).toBe('07:30');
    expect(await page.getByRole('group', { name: 'Sunday', exact: true }).textContent()).toContain('Closed');
    expect(faults).toEqual([]);
  });

  it('closes dates, plans time off, and says why a time is not offered', async () => {
    const { page, faults } = await openMember(stack, browser, { email: 'grace@acme.test', width: 390 });
    await page.goto(`${stack.appUrl}/availability`);
    // The drawing is folded on a phone: its columns are too narrow for words.
    await page.getByText('Draw the hours', { exact: true }).waitFor();
    expect(await page.getByRole('group', { name: 'Hours drawn on Monday' }).isVisible()).toBe(false);
    await page.getByText('Draw the hours', { exact: true }).click();
    await page.getByRole('group', { name: 'Hours drawn on Monday' }).waitFor();
    await page.getByText('Draw the hours', { exact: true }).click();
    await press(page, 'Add a date');
    await page.getByLabel('Date', { exact: true }).fill('2099-12-24');
    await press(page, 'Save');
    await page.getByText('24 December 2099: closed.').waitFor();
    await press(page, 'Add time off');
    await page.getByLabel('First day off').fill('2099-12-27');
    await page.getByLabel('Last day off').fill('2099-12-30');
    await page.getByLabel('Reason').fill('Snow');
    await expectSound(page);
    await press(page, 'Save');
    await page.getByText('Your time off is saved.').waitFor();
    await page.getByRole('list', { name: 'Time off' }).getByText('Snow').waitFor();
    await picture(page, 'availability-away');
    const tooFar = page.getByLabel(/^Day and time/);
    if ((await tooFar.count()) > 0) {
      await tooFar.fill('2099-12-28T10:00');
      await press(page, 'Ask');
      await page.getByRole('status').getByRole('listitem').first().waitFor();
    }
    await press(page, /^Remove Thu, 24 December 2099/);
    await page.getByText('is as in any week again.').first().waitFor();
    expect(faults).toEqual([]);
  });

  it.each([1280, 390])(
    'takes hours past midnight, and shows the two windows that are stored, at %i px',
    async (width) => {
      const { page, faults } = await openMember(stack, browser, { email: 'grace@acme.test', width });
      await page.goto(`${stack.appUrl}/availability`);
      const [sunday, monday] = ['Sunday', 'Monday'].map((name) => page.getByRole('group', { name, exact: true }));
      if (!sunday || !monday) throw new Error('no days');
      await sunday.getByRole('button', { name: /^Add hours/ }).click();
      await sunday.getByLabel('Sunday, from').fill('22:30');
      await sunday.getByLabel('Sunday, to').fill('02:00');
      await sunday.getByText('until Monday', { exact: true }).waitFor();
      await expectSound(page);
      await picture(page, `availability-night-${width}`);
      await press(page, 'Save hours');
      await monday.getByLabel('Monday, to').nth(0).waitFor();
      await expect.poll(() => sunday.getByLabel('Sunday, to').inputValue()).toBe('00:00');
      const first = monday.getByLabel('Monday, from').first();
      await expect.poll(() => first.inputValue()).toBe('00:00');
      expect(await monday.getByLabel('Monday, to').first().inputValue()).toBe('02:00');
      expect(await page.getByRole('button', { name: 'Save hours' }).count()).toBe(0);
      // What reaches into hours of the next day is said at that day, before anything is sent.
      await sunday.getByLabel('Sunday, to').fill('01:00');
      await monday.getByText('These hours overlap').waitFor();
      await press(page, 'Undo changes');
      await monday.getByRole('button', { name: /^Remove 00:00/ }).click();
      await sunday.getByRole('button', { name: /^Remove/ }).click();
      await press(page, 'Save hours');
      await page.getByRole('status', { name: 'Messages' }).getByText('The hours are saved.').first().waitFor();
      // A date, too.
      await press(page, 'Add a date');
      await page.getByLabel('Date', { exact: true }).fill('2099-12-24');
      await page.getByLabel('Open at other hours').check();
      await page.getByLabel('From', { exact: true }).fill('22:30');
      await page.getByLabel('To', { exact: true }).fill('02:00');
      await press(page, 'Save');
      await page.getByText('22:30 – 02:00').waitFor();
      await picture(page, `availability-night-of-a-date-${width}`);
      await press(page, /^Remove Thu, 24 December 2099/);
      expect(faults).toEqual([]);
    },
  );

  it('draws, moves and resizes hours by pointer and by keys; fields and picture are one', async () => {
    const { page, faults } = await openMember(stack, browser, { email: 'linus@acme.test' });
    await page.goto(`${stack.appUrl}/availability`);
    const sunday = page.getByRole('group', { name: 'Hours drawn on Sunday' });
    const fields = page.getByRole('group', { name: 'Sunday', exact: true });
    await sunday.waitFor();
    const room = page.locator('.week-room[data-day="sunday"]');
    await room.scrollIntoViewIfNeeded();
    const box = await room.boundingBox();
    const at = (minute: number) => ({
      x: (box?.x ?? 0) + 10,
      y: (box?.y ?? 0) + ((box?.height ?? 0) * minute) / 1_440,
    });
    const drag = async (from: number, to: number): Promise<void> => {
      await page.mouse.move(at(from).x, at(from).y);
      await page.mouse.down();
      await page.mouse.move(at((from + to) / 2).x, at((from + to) / 2).y);
      await page.mouse.move(at(to).x, at(to).y);
      await page.mouse.up();
    };
    const shown = async () => [
      await fields.getByLabel('Sunday, from').first().inputValue(),
      await fields.getByLabel('Sunday, to').first().inputValue(),
    ];
    await drag(600, 780);
    await expect.poll(shown).toEqual(['10:00', '13:00']);
    await drag(690, 750);
    await expect.poll(shown).toEqual(['11:00', '14:00']);
    await drag(838, 900);
    await expect.poll(shown).toEqual(['11:00', '15:00']);
    await expectSound(page);
    await picture(page, 'availability-drawn');

    const block = sunday.getByRole('button', { name: /to/ });
    expect(await block.getAttribute('aria-label')).toBe('Sunday, 11:00 to 15:00');
    await block.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(shown).toEqual(['11:00', '15:00']);
    // What would be sent follows what is drawn.
    const hours = page.getByRole('region', { name: 'Weekly hours' });
    await hours.getByText('API call').click();
    const curl = hours.locator('.as-call pre').first();
    await expect.poll(() => curl.textContent()).toContain('{"days":["sunday"],"start":"11:00","end":"15:00"}');
    await block.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => curl.textContent()).toContain('"start":"11:15","end":"15:15"');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('group', { name: 'Saturday', exact: true }).getByLabel('Saturday, from').first().waitFor();
    const focused = 'document.activeElement.getAttribute("aria-label")';
    await expect.poll(() => page.evaluate(focused)).toBe('Saturday, 11:00 to 15:00');
    await page.keyboard.press('Delete');
    await page.getByRole('group', { name: 'Saturday', exact: true }).getByText('Closed').waitFor();
    // The other way: what is typed is drawn.
    await press(page, 'Add hours on Sunday');
    await fields.getByLabel('Sunday, from').first().fill('08:00');
    await sunday.getByRole('button', { name: 'Sunday, 08:00 to 17:00' }).waitFor();
    await press(page, 'Undo changes');
    expect(await sunday.getByRole('button', { name: /to/ }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('closes a day in the calendar, and says of a time why it is not offered', async () => {
    const { page, faults } = await openMember(stack, browser);
    await page.goto(`${stack.appUrl}/availability`);
    const offered = page.getByRole('region', { name: 'What guests are offered' });
    const open = offered.getByRole('button', { name: /, offered$/ });
    // Some day of the next week is open.
    for (let steps = 0; steps < 7 && (await openCount(offered)) === 0; steps += 1) await press(page, 'Day after');
    await open.first().waitFor();
    await expectSound(page);
    await picture(page, 'availability-offered');
    await offered.getByLabel('Time zone of the guest').selectOption('Asia/Tokyo');
    await expect.poll(() => openCount(offered)).toBeGreaterThan(0);
    await offered.getByLabel('Time zone of the guest').selectOption('Europe/Berlin');
    const date = await offered.getByLabel('Day', { exact: true }).inputValue();
    const words = new Intl.DateTimeFormat('en-GB', {
      ...({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const),
      timeZone: 'UTC',
    }).format(Date.parse(`${date}T00:00Z`));
    const calendar = page.getByRole('region', { name: 'Calendar', exact: true });
    if (!(await calendar.getByRole('button', { name: words }).isVisible())) await press(page, 'Next month');
    await calendar.getByRole('button', { name: words }).click();
    const dialog = page.getByRole('dialog', { name: words });
    await dialog.getByLabel('Closed', { exact: true }).check();
    await expectSound(page);
    await picture(page, 'availability-day');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await calendar.getByText(`${words} is saved.`).waitFor();
    await calendar.getByRole('button', { name: `${words}, Closed` }).waitFor();
    await offered.getByText('No time is offered on this day.').waitFor();
    await expect.poll(() => offered.getByRole('button', { name: /offered/ }).count()).toBe(0);
    await offered.getByText('Times that are not offered, and why').click();
    await offered
      .getByRole('button', { name: /not offered: why\?$/ })
      .nth(20)
      .click();
    await offered.locator('.offered-why').getByText('is closed on').waitFor();
    await expectSound(page);
    await picture(page, 'availability-why');
    await calendar.getByRole('button', { name: `${words}, Closed` }).press('Enter');
    await dialog.getByLabel('As in any week').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await open.first().waitFor();
    expect(faults).toEqual([]);
  });

  it('has no hours for who looks after billing', async () => {
    const team = await makeTeam(stack.sql);
    const { page } = await openMember(stack, browser, {
      ...{ email: team.members.billing_only.email, workspace: team.slug },
    });
    await page.goto(`${stack.appUrl}/availability`);
    await page.getByText('hosts no meetings, so it has no hours').waitFor();
    await expectSound(page);
  });
});

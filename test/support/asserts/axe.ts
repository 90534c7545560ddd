import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Rules whose result depends on colours. All others find the same in light and dark. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds wrong in the current page, as `rule: html`. Frames of other origins are not checked.
 * @param rules default: all that axe has switched on
 */
async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Axe is half a megabyte: once for each document.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  // Without the other types, axe builds no selectors for elements that pass.
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  const { violations, passed } = await page.evaluate<{ violations: string[]; passed: number }>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations, passes }) => ({
      violations: violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)),
      passed: passes.length,
    }))`,
  );
  expect(passed, 'rules that the page meets').toBeGreaterThan(0);
  return violations;
}

/** Expects that axe finds no violation in the current page, as its colours are now. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

/** Expects that axe finds no violation in the current page in light, and none of colours in dark. Leaves the page dark. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await violationsOf(page), 'in light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page, COLOR_RULES), 'in dark').toEqual([]);
}

import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Types the code and sends it. The page's script sends six digits by itself, but it may load after they are typed. */
export async function enterCode(page: Page | Frame, code: string): Promise<void> {
  await page.getByLabel('Six-digit code').fill(code);
  const button = page.locator('form.code button[type=submit]');
  const sent = async (): Promise<boolean> => {
    if (!page.url().includes('/booked')) await button.click({ timeout: 1_000 }).catch(() => undefined);
    return page.url().includes('/booked');
  };
  await expect.poll(sent, { timeout: 30_000 }).toBe(true);
}

/** `npm run screenshots [-- <beginnings of names>]`: every state of every page as PNG, and a sheet of each state. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { STATES_ORIGIN, serveStates } from '../test/e2e/pages/serve-states.ts';
import { states } from '../test/e2e/pages/states.ts';
import { startChromium } from '../test/support/drivers/chromium.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FOLDER = join(ROOT, 'out', 'screenshots');
const WIDTHS = [360, 768, 1440] as const;
const SCHEMES = ['light', 'dark'] as const;
/** Width of each column of a sheet. */
const COLUMNS_PX = { 360: 260, 768: 420, 1440: 620 } as const;

interface Shot {
  readonly width: (typeof WIDTHS)[number];
  readonly scheme: (typeof SCHEMES)[number];
  readonly png: Buffer;
}

async function shoot(page: Page, name: string): Promise<Shot[]> {
  const shots: Shot[] = [];
  await page.goto(`${STATES_ORIGIN}/${name}`);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    // Browsers draw a frame only once it is visible.
    for (const frame of await page.locator('iframe').all()) await frame.scrollIntoViewIfNeeded();
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      const png = await page.screenshot({ fullPage: true, animations: 'disabled' });
      await writeFile(join(FOLDER, `${name}-${width}-${scheme}.png`), png);
      shots.push({ width, scheme, png });
    }
  }
  return shots;
}

/** Both schemes of each width side by side. */
async function drawSheet(sheet: Page, name: string, shots: readonly Shot[]): Promise<void> {
  const figures = shots.map(({ width, scheme, png }) => {
    const image = `<img src="data:image/png;base64,${png.toString('base64')}" width="${COLUMNS_PX[width]}">`;
    return `<figure><figcaption>${width} ${scheme}</figcaption>${image}</figure>`;
  });
  await sheet.setContent(
    `<style>body{margin:12px;background:#999;font:13px sans-serif}main{display:flex;gap:12px;align-items:start}
      figure{margin:0}img{display:block}</style><h1>${name}</h1><main>${figures.join('')}</main>`,
  );
  await sheet.screenshot({ path: join(FOLDER, 'sheets', `${name}.png`), fullPage: true });
}

const wanted = process.argv.slice(2);
const names = Object.keys(states).filter((name) => wanted.length === 0 || wanted.some((part) => name.startsWith(part)));
if (names.length === 0) throw new Error(`No state begins with that. The states: ${Object.keys(states).join(', ')}`);
if (wanted.length === 0) await rm(FOLDER, { recursive: true, force: true });
await mkdir(join(FOLDER, 'sheets'), { recursive: true });
const browser = await startChromium();
try {
  const page = await browser.newPage();
  await serveStates(page);
  const sheet = await browser.newPage({ viewport: { width: 2760, height: 800 } });
  for (const name of names) await drawSheet(sheet, name, await shoot(page, name));
  console.log(`${names.length * WIDTHS.length * SCHEMES.length} pictures and ${names.length} sheets in ${FOLDER}`);
} finally {
  await browser.close();
}

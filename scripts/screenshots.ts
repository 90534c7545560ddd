/** `npm run screenshots [-- <beginnings of names>]`: every state of every page as PNG, and a sheet of each state to look at. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { files, frame, states } from '../test/e2e/pages/states.ts';
import { launchChromium } from '../test/support/chromium.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FOLDER = join(ROOT, 'out', 'screenshots');
const ORIGIN = 'http://pages.test';
const WIDTHS = [360, 768, 1440] as const;
const SCHEMES = ['light', 'dark'] as const;
/** of each column of a sheet */
const COLUMNS_PX = { 360: 260, 768: 420, 1440: 620 } as const;

interface Shot {
  readonly width: (typeof WIDTHS)[number];
  readonly scheme: (typeof SCHEMES)[number];
  readonly png: Buffer;
}

const styles = (): string => {
  const folder = join(ROOT, 'web', 'styles');
  const files = readdirSync(folder).sort();
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
};

/** Serves the states without a server: what they look like depends on nothing else. */
async function openStates(browser: Browser): Promise<Page> {
  const css = styles();
  const page = await browser.newPage();
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === frame.styleHref) return route.fulfill({ contentType: 'text/css', body: css });
    const file = files[pathname];
    if (file !== undefined) return route.fulfill({ contentType: file.contentType, body: file.body });
    const body = states[pathname.slice(1)];
    return body === undefined ? route.fulfill({ status: 404 }) : route.fulfill({ contentType: 'text/html', body });
  });
  return page;
}

async function shoot(page: Page, name: string): Promise<Shot[]> {
  const shots: Shot[] = [];
  await page.goto(`${ORIGIN}/${name}`);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      const png = await page.screenshot({ fullPage: true, animations: 'disabled' });
      await writeFile(join(FOLDER, `${name}-${width}-${scheme}.png`), png);
      shots.push({ width, scheme, png });
    }
  }
  return shots;
}

/** Both schemes of each width side by side, each as wide as can be read. */
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
if (names.length === 0) throw new Error(`No state begins so. There are: ${Object.keys(states).join(', ')}`);
if (wanted.length === 0) await rm(FOLDER, { recursive: true, force: true });
await mkdir(join(FOLDER, 'sheets'), { recursive: true });
const browser = await launchChromium();
try {
  const page = await openStates(browser);
  const sheet = await browser.newPage({ viewport: { width: 2760, height: 800 } });
  for (const name of names) await drawSheet(sheet, name, await shoot(page, name));
  console.log(`${names.length * WIDTHS.length * SCHEMES.length} pictures and ${names.length} sheets in ${FOLDER}`);
} finally {
  await browser.close();
}

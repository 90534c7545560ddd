/** When a guest on a slow phone sees the event page, compared with a static page of the same bytes, and whether it jumps. */
import { get } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../test/support/drivers/chromium.ts';
import { type FloorProcess, startFloor } from './floors/floor-process.ts';
import type { Recorded } from './floors/static.ts';
import { type Pair, summarize } from './measure.ts';
import { atMost, makeRow, type Row } from './row.ts';
import type { Stack } from './stack.ts';

const PAGE = '/acme/ada/intro-30';
const ROUNDS = 7;
/** 1.6 Mbit/s and 150 ms, as Lighthouse's slow phone has them, and a quarter of this machine's speed. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_SLOWER = 4;

const OBSERVE = `
  window.seen = { paintMs: 0, shift: 0 };
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) seen.paintMs = startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) seen.shift += value; })
    .observe({ type: 'layout-shift', buffered: true });`;

interface Seen {
  readonly paintMs: number;
  readonly shift: number;
}

/** A page of a phone that has never been here. */
async function onPhone<T>(browser: Browser, visit: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(OBSERVE);
    const devTools = await context.newCDPSession(page);
    await devTools.send('Network.enable');
    await devTools.send('Network.emulateNetworkConditions', NETWORK);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER });
    return await visit(page);
  } finally {
    await context.close();
  }
}

/** The largest paint and all shifts, until nothing is loaded any more. */
const look = (browser: Browser, url: string): Promise<Seen> =>
  onPhone(browser, async (page) => {
    await page.goto(url, { waitUntil: 'networkidle' });
    return await page.evaluate<Seen>('seen');
  });

/** Every file that the page loads, by its path. */
const filesOf = (browser: Browser, url: string): Promise<string[]> =>
  onPhone(browser, async (page) => {
    const paths = new Set<string>([new URL(url).pathname]);
    page.on('requestfinished', (request) => {
      if (['script', 'stylesheet', 'font', 'image'].includes(request.resourceType()))
        paths.add(new URL(request.url()).pathname);
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    return [...paths];
  });

/** An answer as it is sent, still compressed. */
const record = (origin: string, path: string): Promise<Recorded> =>
  new Promise((resolve, reject) => {
    const headers = { accept: 'text/html,*/*', 'accept-encoding': 'gzip', 'accept-language': 'en-GB' };
    get(`${origin}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200
          ? resolve({
              path,
              contentType: response.headers['content-type'] ?? '',
              encoding: response.headers['content-encoding'] ?? '',
              body: Buffer.concat(chunks).toString('base64'),
            })
          : reject(new Error(`${path} answered ${response.statusCode}`)),
      );
    }).on('error', reject);
  });

/** `event_paint`: largest contentful paint, median of the rounds. `event_shift`: the layout shift, the worst of them. */
export async function paintRows({ publicUrl }: Stack): Promise<Row[]> {
  const floor: FloorProcess<readonly Recorded[], { port: number }> = startFloor('./static.ts');
  const browser = await startChromium();
  try {
    const files = await filesOf(browser, `${publicUrl}${PAGE}`);
    const { port } = await floor.ask(await Promise.all(files.map((path) => record(publicUrl, path))));
    const pairs: Pair[] = [];
    const shifts: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const still = await look(browser, `http://127.0.0.1:${port}${PAGE}`);
      const event = await look(browser, `${publicUrl}${PAGE}`);
      // The first round warms up.
      if (round > 0) pairs.push({ floor: still.paintMs, value: event.paintMs });
      shifts.push(event.shift);
    }
    return [
      makeRow('event_paint', atMost(1.3), { ...summarize(pairs), unit: 'ms' }),
      makeRow('event_shift', atMost(0.05), { value: Math.max(...shifts), floor: null, unit: '' }),
    ];
  } finally {
    await browser.close();
    await floor.stop();
  }
}

import { accessSync, constants } from 'node:fs';
import chromiumBinary from '@sparticuz/chromium';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';

const SYSTEM_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const runs = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Playwright's own, if someone ran its installer; it throws on platforms it does not know. */
const playwrightsOwn = (): string[] => {
  try {
    return [chromium.executablePath()];
  } catch {
    return [];
  }
};

/** A Chromium and the switches it needs: CHROMIUM_PATH, the system's, Playwright's own, or the one that npm brought. */
const findChromium = async (): Promise<{ executablePath: string; args: string[] }> => {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && !runs(named)) throw new Error(`CHROMIUM_PATH is not a program: ${named}`);
  const found = [...(named === undefined ? [] : [named]), ...SYSTEM_PLACES, ...playwrightsOwn()].find(runs);
  if (found !== undefined) return { executablePath: found, args: ['--no-sandbox'] };
  return { executablePath: await chromiumBinary.executablePath(), args: NPM_CHROMIUM_ARGS };
};

/**
 * npm's Chromium draws without a graphics card. Its own switches are for functions with little memory: everything in one
 * process, where a crash of one page ended every test after it, and web security off, where a test could not see it break.
 */
const NPM_CHROMIUM_ARGS = ['--no-sandbox', '--disable-gpu'];

/** Starts a headless Chromium of the caller's own; close it at the end. @throws where no Chromium can be had. */
export const startChromium = async (): Promise<Browser> =>
  chromium.launch({ headless: true, ...(await findChromium()) });

let running: Promise<Browser> | undefined;

/** Without motion unless a test asks for it: drawing the change between two pages takes 0.2 s of CPU, the page itself 0.1 s. */
const STILL = { reducedMotion: 'reduce' } as const;

/**
 * The Chromium of this worker, started at the first call and again after a crash. Test files share it, one after the other;
 * contexts keep their cookies and caches apart. `close` closes every context, and the browser stays for the next file.
 * @throws where no Chromium can be had.
 */
export async function launchChromium(): Promise<Browser> {
  const browser = await running?.catch(() => undefined);
  if (browser?.isConnected()) return browser;
  running = startShared();
  return running;
}

async function startShared(): Promise<Browser> {
  const browser = await startChromium();
  const newContext = browser.newContext.bind(browser);
  return Object.assign(browser, {
    newContext: (options: BrowserContextOptions = {}) => newContext({ ...STILL, ...options }),
    close: async () => void (await Promise.all(browser.contexts().map((context) => context.close()))),
  });
}

/** The browser's own messages when the next page comes before the change of pages is drawn. A timeout of a page's own update is a fault. */
export const isSkippedTransition = (message: string): boolean =>
  /^Transition was (skipped|aborted because of invalid state)\b/.test(message);

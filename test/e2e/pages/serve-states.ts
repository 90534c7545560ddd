import { readdirSync, readFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';
import { loadTypeface } from '../../../api/pages/shell/typeface.ts';
import { files, frame, states } from './states.ts';

const STYLES = new URL('../../../web/styles/', import.meta.url);

/** The origin of the states. The path is the name of the state. */
export const STATES_ORIGIN = 'http://pages.test';

const styles = (): string =>
  readdirSync(STYLES)
    .sort()
    .map((file) => readFileSync(new URL(file, STYLES), 'utf8'))
    .join('\n');

/** Serves the states to a page without a server: they need nothing else. */
export async function serveStates(browser: Pick<BrowserContext, 'route'>, documents = states): Promise<void> {
  const typeface = loadTypeface();
  const css = `${typeface.css}\n${styles()}`;
  await browser.route(`${STATES_ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === frame.styleHref) return route.fulfill({ contentType: 'text/css', body: css });
    const font = typeface.files.find(({ href }) => href === pathname);
    if (font) return route.fulfill({ contentType: font.contentType, body: font.plain });
    const file = files[pathname];
    if (file !== undefined) return route.fulfill({ contentType: file.contentType, body: file.body });
    const body = documents[pathname.slice(1)];
    return body === undefined ? route.fulfill({ status: 404 }) : route.fulfill({ contentType: 'text/html', body });
  });
}

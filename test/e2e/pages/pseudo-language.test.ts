import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OutgoingMail } from '../../../domain/mail/mail.ts';
import { capital } from '../../../texts/capital.ts';
import { englishFinder, translationsOf } from '../../support/asserts/english.ts';
import { englishInMail } from '../../support/asserts/english-in-mail.ts';
import { launchChromium } from '../../support/drivers/chromium.ts';
import { makePseudoTree, PSEUDO_LANGUAGE, type PseudoTree } from '../../support/drivers/pseudo-tree.ts';
import { textsOf } from './english-texts.ts';
import { STATES_ORIGIN, serveStates } from './serve-states.ts';

// The tree is copied, and another process draws all pages and mails.
vi.setConfig({ testTimeout: 120_000 });

let tree: PseudoTree;
let browser: Browser;
let drawn: { readonly states: Readonly<Record<string, string>>; readonly mails: readonly OutgoingMail[] };

beforeAll(async () => {
  tree = makePseudoTree();
  const [output, launched] = await Promise.all([
    tree.run('test/support/drivers/draw-default-language.ts'),
    launchChromium(),
  ]);
  [drawn, browser] = [JSON.parse(output), launched];
});
afterAll(async () => {
  tree?.remove();
  await browser?.close();
});

const STATES = new URL('./states/', import.meta.url);
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`((?:[^`\\]|\\.)*)`/g;

/** What the states have in place of texts that hosts, guests and agents wrote, and of what routes put in. */
const WRITTEN = [...readdirSync(STATES), '../../../domain/prep/pack-inputs.ts']
  .flatMap((file) => [...readFileSync(new URL(file, STATES), 'utf8').matchAll(LITERAL)])
  .flatMap(([, single, double, template]) => (single ?? double ?? template ?? '').split(/\$\{[^}]*\}/))
  .map((text) => text.replaceAll("\\'", "'").replaceAll(/\s+/g, ' ').trim())
  .filter((text) => /[A-Za-z]{3}/.test(text) && text.length > 4)
  .flatMap((text) => [text, capital(text)])
  .sort((one, other) => other.length - one.length);

/** Pages that are drawn in a chosen language; guides, which are English; and a snippet with the text of its host. */
const isOfDefault = (state: string): boolean => !/^(german|american|docs|prep-german|embed-link$)/.test(state);

describe('a language of which there are only a folder and a line in the list', () => {
  it('is on every page: no English is left, its letters and its direction are named, and a phone has room for it', async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await serveStates(page, drawn.states);
    const findEnglish = englishFinder(translationsOf('pages', 'meetings', 'access'));
    const names = Object.keys(drawn.states).filter(isOfDefault);
    expect(names.length).toBeGreaterThan(60);
    const faults: Record<string, unknown> = {};
    for (const name of names) {
      await page.goto(`${STATES_ORIGIN}/${name}`);
      const english = findEnglish(await textsOf(page), WRITTEN);
      const root = await page.evaluate<unknown[]>(
        `[document.documentElement.lang, document.documentElement.dir, document.documentElement.scrollWidth - innerWidth]`,
      );
      if (english.length > 0 || root.join() !== [PSEUDO_LANGUAGE, 'rtl', 0].join())
        faults[name] = [...root, ...english];
    }
    expect(faults).toEqual({});
  });

  it('is in every mail to a host', () => {
    expect(drawn.mails.length).toBeGreaterThan(60);
    for (const mail of drawn.mails) {
      expect(mail.html).toContain(`dir="rtl" lang="${PSEUDO_LANGUAGE}"`);
      expect(englishInMail(mail, ['Ada Lovelace', 'Alan', 'Acme', 'Sam Guest', 'Holdfast', 'Otto']), mail.text).toEqual(
        [],
      );
    }
  });

  it('is what the browser loads', async () => {
    const { build } = await import('vite');
    const outDir = join(tree.folder, 'web/dist');
    const configFile = join(tree.folder, 'web/app/vite.config.ts');
    await build({ configFile, mode: PSEUDO_LANGUAGE, build: { outDir, emptyOutDir: true } });
    const manifest = JSON.parse(readFileSync(join(outDir, `manifest.${PSEUDO_LANGUAGE}.json`), 'utf8')) as object;
    expect(Object.keys(manifest).length).toBeGreaterThan(20);
  });
});

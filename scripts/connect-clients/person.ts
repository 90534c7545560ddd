import type { Browser, BrowserContext, Page } from 'playwright-core';

const PATIENCE_MS = 20_000;

const openPage = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return page;
};

/** What the person does in Chromium: signs in as Ada of a local stack, allows an app, ends it. */
export class Person {
  readonly #appUrl: string;
  readonly #context: BrowserContext;

  private constructor(appUrl: string, context: BrowserContext) {
    this.#appUrl = appUrl;
    this.#context = context;
  }

  static async atScreen(browser: Browser, appUrl: string): Promise<Person> {
    return new Person(appUrl, await browser.newContext());
  }

  /** Opens the address that an app printed, signs in if asked, and allows full access. */
  async allow(address: string, seen: (step: string) => void): Promise<void> {
    const page = await openPage(this.#context);
    await page.goto(address);
    const heading = page.getByRole('heading', { level: 1, name: 'Connect this app?' });
    const person = page.getByRole('button', { name: 'Ada Lovelace' });
    await heading.or(person).first().waitFor();
    if (!(await heading.isVisible())) {
      await person.click();
      await heading.waitFor();
      seen('sign-in');
    }
    const workspace = page.getByRole('radio', { name: /Acme/ });
    if ((await workspace.count()) > 0) await workspace.check();
    await page.getByRole('radio', { name: /Full access/ }).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    // The app's own page, on the person's computer.
    await page.waitForURL((url) => url.origin !== this.#appUrl && url.searchParams.has('code'));
    await page.waitForLoadState();
    seen('consent');
    await page.close();
  }

  /** Ends the newest connected app on the home page. */
  async disconnect(): Promise<void> {
    const page = await openPage(this.#context);
    await page.goto(`${this.#appUrl}/#apps`);
    const row = page.getByRole('list', { name: 'Connected apps' }).getByRole('listitem').first();
    await row.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await row.getByText('Ended', { exact: true }).waitFor();
    await page.close();
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}

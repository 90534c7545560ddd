import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Contract } from '../../../schemas/contract.ts';
import type { Operation } from '../../../schemas/operation.ts';
import type { WorkspaceDefaults } from '../../../schemas/shapes/workspace-defaults.ts';
import type { Language } from '../../../texts/languages.ts';
import type { Brand } from '../../../web/parts/frame.ts';
import type { PageName, PageProps } from '../../../web/server.tsx';
import { Rendered } from '../../core/answer.ts';
import type { Caller, Failure } from '../../core/call.ts';
import { requestIdOf } from '../../core/request.ts';
import { keepPrivate } from './page-cache.ts';
import { nameFlowOf } from './page-calls.ts';
import { PageClock } from './page-clock.ts';
import { frameOf } from './page-frame.ts';
import type { PageKit } from './page-kit.ts';
import { keepLanguage, localeOf, namedLocale, regionOf, rememberLanguage } from './page-language.ts';
import { countPage, noteCounted } from './page-limit.ts';
import { PageOptions } from './page-options.ts';
import { PageRequest } from './page-request.ts';
import { problemOf } from './problems.ts';

type Area = keyof Contract;
type OutputOf<O> = O extends Operation ? z.output<O['output']> : never;

export type Answer<T> = { readonly ok: true; readonly output: T } | Failure;

/** Shows one page, or redirects to another. */
export type Show = (visit: Visit) => void | Promise<void>;

/** One request for a page: calls operations like any other caller, then shows one page or redirects. */
export class Visit extends PageRequest {
  readonly kit: PageKit;
  readonly response: Response;
  readonly clock: PageClock;
  readonly #options = new PageOptions();
  /** null: nobody named one */
  #language: Language | null;
  #weekStartsOn: WorkspaceDefaults['weekStartsOn'] = null;
  #isShown = false;
  #shown: Promise<void> = Promise.resolve();

  /** @param patienceMs see PageClock */
  constructor(kit: PageKit, request: Request, response: Response, patienceMs?: number) {
    super(request, localeOf(request));
    this.#language = namedLocale(request)?.language ?? null;
    this.kit = kit;
    this.response = response;
    this.clock = new PageClock(kit.deadlineMs, patienceMs);
    rememberLanguage(request, response);
    response.vary('Sec-Fetch-Dest');
  }

  /** One instant per request, in milliseconds since the epoch. */
  get now(): number {
    return this.clock.now;
  }

  /** Sets what the page has besides its content: its script, the workspace's brand, what search engines read. */
  setOptions(options: Parameters<PageOptions['set']>[0]): void {
    this.#options.set(options);
  }

  /** Loads options while the page's operations run; without an operation, when the page is shown. The page waits for it. */
  preload(load: () => Promise<void>): void {
    this.#options.preload(load);
  }

  /** The page speaks the language that the person chose, and so do the next ones in this browser, also signed out. */
  speak(language: Language | null): void {
    if (language === null) return;
    this.#language = language;
    this.locale = localeOf(this.request, language);
    keepLanguage(this.request, this.response, language);
  }

  /** The language that the reader named; null: none of ours. */
  get language(): Language | null {
    return this.#language;
  }

  /** First day of the week, as the page's workspace chose; null: as the reader's region has it. */
  get weekStartsOn(): WorkspaceDefaults['weekStartsOn'] {
    return this.#weekStartsOn;
  }

  /** What the page's workspace chose. A reader who named no language reads its language, unless the words of the page are chosen already. */
  setWorkspace({ language, weekStartsOn }: Pick<WorkspaceDefaults, 'language' | 'weekStartsOn'>): void {
    this.#weekStartsOn = weekStartsOn;
    if (language !== null && this.#language === null && !this.#isShown) this.locale = localeOf(this.request, language);
  }

  /** The workspace's brand, once an operation has answered. */
  get brand(): Brand | null {
    return this.#options.current.brand;
  }

  /** See PageClock. */
  tryRead<T>(read: () => Promise<T | undefined>, mostMs?: number): Promise<T | null> {
    return this.clock.tryRead(read, mostMs);
  }

  /** The caller of the page's operations. All of them share one deadline. */
  get caller(): Caller {
    return {
      ip: this.request.ip ?? '',
      source: 'web',
      // Without one, mails have the workspace's.
      ...(this.#language !== null && { language: this.#language }),
      ...regionOf(this.locale),
      requestId: requestIdOf(this.request),
      answerByMs: this.clock.answerByMs,
      nameFlow: (workflowId) => nameFlowOf(this.request, workflowId),
    };
  }

  /**
   * Calls an operation of the contract, with its limits and checks. Pages act only by operations; `makePages` names what they
   * read without one.
   */
  async ask<A extends Area, N extends keyof Contract[A] & string>(
    area: A,
    name: N,
    input: unknown,
    caller = this.caller,
  ): Promise<Answer<OutputOf<Contract[A][N]>>> {
    noteCounted(this.request);
    const loaded = this.#options.loaded();
    const outcome = await this.kit.dispatch(area, name, input, caller);
    await loaded;
    if (!outcome.ok) return outcome;
    const output = outcome.output instanceof Rendered ? outcome.output.value : outcome.output;
    return { ok: true, output: output as OutputOf<Contract[A][N]> };
  }

  /**
   * Counts a page before it reads without an operation.
   * @returns true if the request is over the limit: the refusal is already sent
   */
  async isOverLimit(): Promise<boolean> {
    const refusal = await this.#count();
    if (refusal !== null) this.fail(refusal);
    return refusal !== null;
  }

  /** A refused request loads nothing. */
  async #count(): Promise<Failure | null> {
    const refusal = await countPage(this.kit.limiter, this.request);
    if (refusal !== null) this.#options.clear();
    return refusal;
  }

  /** Answers with a page once its options are loaded; with a refusal if nothing has counted the request and it is over the limit. */
  show<Name extends PageName>(name: Name, props: PageProps<Name>, status = 200): void {
    this.#isShown = true;
    this.#shown = this.#count().then((refusal) =>
      refusal === null ? this.#send<Name>(name, props, status) : this.#sendFailure(refusal),
    );
    // The error is thrown by `shown`, which may be read later.
    this.#shown.catch(() => {});
  }

  async #send<Name extends PageName>(name: Name, props: PageProps<Name>, status: number): Promise<void> {
    await this.#options.loaded();
    // At the deadline another page was sent.
    if (this.response.headersSent) return;
    const html = this.kit.renderer.render<Name>(name, props, frameOf(this.kit, this, this.#options, name));
    this.response.status(status).type('html').set('Content-Length', String(html.byteLength));
    html.end(this.response);
  }

  /**
   * Waits until the shown page is sent, if one is shown.
   * @throws what rendering threw
   */
  get shown(): Promise<void> {
    return this.#shown;
  }

  /** After a POST: the browser requests the next page by GET, so a reload repeats nothing. */
  goTo(path: string): void {
    // At the deadline a page was sent.
    if (this.response.headersSent) return;
    this.response.redirect(303, path);
  }

  /** Shows a failure as a page of its own: no form can repair it. */
  fail(failure: Failure, retryHref?: string): void {
    this.waitFor(failure);
    this.show('problem', this.#problem(failure, retryHref), failure.status);
  }

  #sendFailure(failure: Failure): Promise<void> {
    if (this.response.headersSent) return Promise.resolve();
    this.waitFor(failure);
    return this.#send('problem', this.#problem(failure), failure.status);
  }

  /** The page of a failed POST holds the posted form. */
  #problem(failure: Failure, retryHref?: string): PageProps<'problem'> {
    if (this.request.method === 'POST') this.keepPrivate();
    return problemOf(failure, this.locale, this.retry(retryHref));
  }

  /** Sets Retry-After, for 429 and 503. */
  waitFor({ retryAfterSeconds }: Pick<Failure, 'retryAfterSeconds'>): void {
    if (retryAfterSeconds !== undefined) this.response.set('Retry-After', String(retryAfterSeconds));
  }

  /** For an address that shows personal data only sometimes; the others are marked in `routes.ts`. */
  keepPrivate(): void {
    keepPrivate(this.response);
  }
}

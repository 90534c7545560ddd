import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Words } from '../../../domain/languages.ts';
import type { Contract } from '../../../schemas/contract.ts';
import type { Operation } from '../../../schemas/operation.ts';
import type { Brand, Frame, PageMeta } from '../../../web/parts/frame.ts';
import { type PageName, type PageProps, renderPage } from '../../../web/server.tsx';
import { DEFAULT_LOCALE, type Locale } from '../../../web/texts/locale.ts';
import type { Caller } from '../../core/caller.ts';
import { leftUntil } from '../../core/deadline.ts';
import type { Dispatcher } from '../../core/dispatcher.ts';
import type { Metrics } from '../../core/metrics.ts';
import type { Failure } from '../../core/outcome.ts';
import type { RateLimiter } from '../../core/rate-limits.ts';
import { Rendered } from '../../core/rendered.ts';
import { requestIdOf } from '../../core/request-id.ts';
import type { Services } from '../../core/services.ts';
import { isFramed } from './frame-policy.ts';
import { inTime } from './in-time.ts';
import { nameFlowOf } from './page-calls.ts';
import { languageLinks, localeOf, rememberLanguage } from './page-language.ts';
import { countPage, noteCounted } from './page-limit.ts';
import { problemOf } from './problems.ts';
import { addressOnOrigin } from './request-address.ts';
import type { SharedAssets } from './stylesheet.ts';
import type { EntryName, WebBuild } from './web-build.ts';

/** What all pages share. */
export interface PageKit {
  readonly services: Services;
  readonly dispatch: Dispatcher['dispatch'];
  /** How long a reader waits for a page, in milliseconds, whatever the page asks. */
  readonly deadlineMs: number;
  readonly pageKey: Buffer;
  readonly assets: SharedAssets;
  readonly build: WebBuild;
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
  /** Pages of the public origin: they speak the guest's language, wear the workspace's brand and may be framed. The app's do none of it. */
  readonly isForGuests: boolean;
}

type Area = keyof Contract;
type OutputOf<O> = O extends Operation ? z.output<O['output']> : never;

export type Answer<T> = { readonly ok: true; readonly output: T } | Failure;

interface Dress {
  readonly entry: EntryName | null;
  readonly brand: Brand | null;
  readonly meta: PageMeta | null;
  /** how the booking ended, for the site around a frame */
  readonly outcome: string | null;
}

/** One request for a page: ask operations as any caller may, then show one page or go to another. */
export class Visit {
  readonly kit: PageKit;
  readonly request: Request;
  readonly response: Response;
  /** one instant per request, milliseconds since the epoch */
  readonly now = Date.now();
  readonly locale: Locale;
  readonly #answerByMs: number;
  #startDressing: () => Promise<void> = async () => {};
  #dressing: Promise<void> | null = null;
  #shown: Promise<void> = Promise.resolve();
  readonly #dress: Dress = { entry: null, brand: null, meta: null, outcome: null };

  constructor(kit: PageKit, request: Request, response: Response) {
    this.kit = kit;
    this.request = request;
    this.response = response;
    this.#answerByMs = performance.now() + kit.deadlineMs;
    this.locale = kit.isForGuests ? localeOf(request) : DEFAULT_LOCALE;
    if (kit.isForGuests) rememberLanguage(request, response);
    response.vary('Sec-Fetch-Dest');
  }

  /** The words of an area in the reader's language. */
  words<T>(area: Words<T>): T {
    return area[this.locale.language];
  }

  /** What the page that is shown wears besides its content: its browser's part, the workspace's colours, what search engines read. */
  setOptions(dress: Partial<Dress>): void {
    Object.assign(this.#dress, dress);
  }

  /** Has the page that is shown wait for something to wear, which is fetched while the page's operations run; else once it is shown. */
  preload(startDressing: () => Promise<void>): void {
    this.#startDressing = startDressing;
  }

  #dressed(): Promise<void> {
    if (this.#dressing === null) {
      this.#dressing = this.#startDressing();
      // Where nothing is shown, as before a redirect, nobody waits for it.
      this.#dressing.catch(() => {});
    }
    return this.#dressing;
  }

  /** Whose the page is, once an operation has answered. */
  get brand(): Brand | null {
    return this.#dress.brand;
  }

  /** As whom the page asks operations: all in the time of one. */
  get caller(): Caller {
    return {
      ip: this.request.ip ?? '',
      source: 'web',
      language: this.locale.language,
      requestId: requestIdOf(this.request),
      answerByMs: this.#answerByMs,
      nameFlow: (workflowId) => this.nameFlow(workflowId),
    };
  }

  /** Names the flow that the page is about, for its line in the log. */
  nameFlow(workflowId: string): void {
    nameFlowOf(this.request, workflowId);
  }

  /**
   * What the page can do without: null where it is not there, or not in time, or the database is away. Waits for half of the time that
   * is left at most, or nothing would remain for what the page needs.
   * @throws what nobody foresaw
   */
  inTime<T>(read: () => Promise<T | undefined>, mostMs = Number.POSITIVE_INFINITY): Promise<T | null> {
    return inTime(read, Math.min(mostMs, leftUntil(this.#answerByMs) / 2));
  }

  /** Runs an operation of the contract, with its limits and checks: the only way from a page to do anything. What it may read besides: `makePages`. */
  async ask<A extends Area, N extends keyof Contract[A] & string>(
    area: A,
    name: N,
    input: unknown,
  ): Promise<Answer<OutputOf<Contract[A][N]>>> {
    noteCounted(this.request);
    const dressed = this.#dressed();
    const outcome = await this.kit.dispatch(area, name, input, this.caller);
    if (!outcome.ok) return outcome;
    await dressed;
    const output = outcome.output instanceof Rendered ? outcome.output.value : outcome.output;
    return { ok: true, output: output as OutputOf<Contract[A][N]> };
  }

  /**
   * Counts a page that reads though it asks no operation, before it does.
   * @returns true: it was one too many, and the answer is on its way
   */
  async isOverLimit(): Promise<boolean> {
    const refusal = await this.#count();
    if (refusal !== null) this.fail(refusal);
    return refusal !== null;
  }

  /** What is refused wears nothing, as that would have to be read. */
  async #count(): Promise<Failure | null> {
    const refusal = await countPage(this.kit.limiter, this.request);
    if (refusal !== null) {
      this.#startDressing = async () => {};
      this.setOptions({ entry: null, meta: null, outcome: null });
    }
    return refusal;
  }

  /** Answers with a page, once all that it wears is there; with a refusal, where it is the first to be counted and one too many. */
  show<Name extends PageName>(name: Name, props: PageProps<Name>, status = 200): void {
    this.#shown = this.#count().then((refusal) =>
      refusal === null ? this.#send<Name>(name, props, status) : this.#sendFailure(refusal),
    );
    // Heard of in `shown`, however late that is asked for.
    this.#shown.catch(() => {});
  }

  async #send<Name extends PageName>(name: Name, props: PageProps<Name>, status: number): Promise<void> {
    await this.#dressed();
    // At its deadline another page has taken its place.
    if (this.response.headersSent) return;
    const html = renderPage(name, props, this.#frame());
    this.response.status(status).type('html').send(html);
  }

  /**
   * Waits until the page that is shown is on its way, if one is.
   * @throws what its making threw
   */
  get shown(): Promise<void> {
    return this.#shown;
  }

  #frame(): Frame {
    const { assets, build, isForGuests } = this.kit;
    const { framedScriptHref, ...shared } = assets;
    const { entry, brand, meta, outcome } = this.#dress;
    return {
      ...shared,
      locale: this.locale,
      languages: isForGuests ? languageLinks(this.request) : [],
      entry: entry === null ? null : build.entries[entry],
      brand,
      framed: isForGuests && isFramed(this.request) ? { scriptHref: framedScriptHref, outcome } : null,
      meta,
    };
  }

  /** After a POST: the browser asks for the next page by GET, so that a reload repeats nothing. */
  goTo(path: string): void {
    // At its deadline a page has taken its place.
    if (this.response.headersSent) return;
    this.response.redirect(303, path);
  }

  /** For what no form can repair. */
  fail(failure: Failure, retryHref?: string): void {
    this.waitFor(failure);
    this.show('problem', problemOf(failure, this.locale, this.#again(retryHref)), failure.status);
  }

  #sendFailure(failure: Failure): Promise<void> {
    if (this.response.headersSent) return Promise.resolve();
    this.waitFor(failure);
    return this.#send('problem', problemOf(failure, this.locale, this.#again(undefined)), failure.status);
  }

  /** What was sent can be sent once more as it was typed; what was asked for can be asked for again. */
  #again(retryHref: string | undefined): NonNullable<PageProps<'problem'>['again']> {
    const { method, body } = this.request;
    if (method !== 'POST') return { href: retryHref ?? addressOnOrigin(this.request) };
    this.keepPrivate();
    return { fields: formFields(body) };
  }

  /** 429 and 503 say when to come back. */
  waitFor({ retryAfterSeconds }: Failure): void {
    if (retryAfterSeconds !== undefined) this.response.set('Retry-After', String(retryAfterSeconds));
  }

  /** Where an address shows what is personal only now and then; all others say so where they are listed. */
  keepPrivate(): void {
    keepPrivate(this.response);
  }

  /** A path parameter, or ''. */
  part(name: string): string {
    const value = this.request.params[name];
    return typeof value === 'string' ? value : '';
  }

  /** A query value given once, or undefined. */
  query(name: string): string | undefined {
    const value = this.request.query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  /** A posted field given once, or ''. */
  field(name: string): string {
    const value = (this.request.body as Record<string, unknown> | undefined)?.[name];
    return typeof value === 'string' ? value : '';
  }
}

/** Kept by no cache, not even the browser's own, and found by no search. */
export const keepPrivate = (response: Response): void =>
  void response.set('Cache-Control', 'private, no-store').set('X-Robots-Tag', 'noindex');

/** A posted form as pairs, to be sent again. */
const formFields = (body: unknown): (readonly [string, string])[] =>
  Object.entries((body ?? {}) as Record<string, string | string[]>).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one] as const),
  );

/** `?name=value&…` of the values that are there; '' if none is. */
export function queryText(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

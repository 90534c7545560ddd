import express, { type RequestHandler, type Router } from 'express';
import { withDeadline } from '../../core/deadline.ts';
import { requestIdOf } from '../../core/request.ts';
import { prepareGuestPage } from './brand.ts';
import { serveBranding } from './branding-files.ts';
import { allowFrames, refuseFrames } from './frame-policy.ts';
import { personal, revalidate } from './page-cache.ts';
import { namePage, observePages, pageName } from './page-calls.ts';
import { answerError, describePageError, unreadable } from './page-errors.ts';
import type { PageKit } from './page-kit.ts';
import { orMarkdown, pageByDefault, wantsPage } from './page-types.ts';
import { notFoundProblem } from './problems.ts';
import { type Show, Visit } from './visit.ts';

/** What answers at one address. */
export interface PageAt {
  readonly get?: Show;
  readonly post?: Show;
  /** The same page for agents: at the address with `.md`, and at the address itself for clients that prefer Markdown. */
  readonly markdown?: Show;
  /** A step of a booking, which websites may open in a frame. */
  readonly framed?: true;
  /** Shows personal data: no cache stores it, no search engine lists it. */
  readonly personal?: true;
  /** Clients that do not ask for HTML get the API's 404. */
  readonly forPeople?: true;
  /** How much longer than others the page may take, in milliseconds, because it waits for a service of others. */
  readonly patienceMs?: number;
}

/** The pages of one origin. */
export interface Pages {
  readonly router: Router;
  /** Addresses of pages with personal data, as they were added. */
  readonly personalPaths: readonly string[];
}

/** The addresses of one origin, in the order in which they are tried. */
export interface PageRouter {
  page(path: string, at: PageAt): void;
  /** A file: it is not logged as a page and has no brand. */
  file(path: string, serve: RequestHandler): void;
  /** Adds pages for missing addresses and for errors. Clients that want no page fall through to the API's answers. */
  finish(): Pages;
}

/** `api` is not a workspace: an unknown address below it gets the API's answer. */
const skipApi: RequestHandler = (request, _response, next) => {
  if (/^\/api(\/|$)/.test(request.path)) next('router');
  else next();
};

/** Takes answers that are far too long: the page then names the field and keeps the other answers. */
const readForm = express.urlencoded({ extended: false, limit: '400kb', parameterLimit: 200 });

const answer = async (visit: Visit, show: Show): Promise<void> => {
  if (/%00/.test(visit.request.originalUrl)) visit.fail(unreadable(400));
  else {
    prepareGuestPage(visit);
    await show(visit);
  }
  await visit.shown;
  // Without this error the reader would wait without end.
  if (!visit.response.headersSent) throw new Error('a page has sent nothing');
};

/** Shows a page before its deadline. */
const showing =
  (kit: PageKit, show: Show, patienceMs?: number): RequestHandler =>
  (request, response) => {
    const onLate = (error?: unknown): void => {
      const err = error === undefined ? {} : { err: describePageError(error, request) };
      const message = error === undefined ? 'a page was done after its deadline' : 'a page failed after its deadline';
      kit.services.log.warn({ requestId: requestIdOf(request), ...err }, message);
    };
    const visit = new Visit(kit, request, response, patienceMs);
    const deadlineMs = visit.clock.sendWithinMs;
    return withDeadline(answer(visit, show), { deadlineMs, waitsFor: () => 'database', onLate });
  };

/** The page for an unknown address. */
export const showMissing: Show = (visit) => visit.show('problem', notFoundProblem(visit.locale), 404);

/** @param serveAssets answers GET /assets/{file}, or leaves it to the next handler */
export function pageRouter(kit: PageKit, serveAssets: RequestHandler): PageRouter {
  const router = express.Router();
  router.use(skipApi).get('/assets/:file', serveAssets, serveBranding(kit.services.sql), kit.build.serve);
  router.use(observePages({ log: kit.services.log, metrics: kit.metrics }));
  const personalPaths: string[] = [];
  const framable = allowFrames(kit.services.urls.publicUrl);
  const before = (method: 'GET' | 'POST', path: string, at: PageAt): RequestHandler[] => [
    namePage(pageName(method, path)),
    at.framed ? framable : refuseFrames,
    at.personal ? personal : revalidate,
  ];
  const get = (path: string, show: Show, at: PageAt): void => {
    const filter = at.forPeople ? [pageByDefault] : [];
    router.get(path, ...filter, ...before('GET', path, at), showing(kit, show, at.patienceMs));
  };
  const post = (path: string, show: Show, at: PageAt): void => {
    router.post(path, ...before('POST', path, at), readForm, showing(kit, show, at.patienceMs));
  };
  return {
    page(path, at) {
      if (at.personal) personalPaths.push(path);
      // Slugs and tokens have no dot: the address with `.md` is never another page.
      if (at.markdown) get(`${path}.md`, at.markdown, at.personal ? { personal: true } : {});
      if (at.get) get(path, at.markdown ? orMarkdown(at.get, at.markdown) : at.get, at);
      if (at.post) post(path, at.post, at);
    },
    file: (path, serve) => void router.get(path, serve),
    finish() {
      router
        .use(wantsPage, namePage('not found'), refuseFrames, revalidate, showing(kit, showMissing))
        .use(answerError(kit));
      return { router, personalPaths };
    },
  };
}

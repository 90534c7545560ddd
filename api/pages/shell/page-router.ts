import express, { type RequestHandler, type Router } from 'express';
import { withDeadline } from '../../core/deadline.ts';
import { requestIdOf } from '../../core/request-id.ts';
import { orMarkdown } from '../markdown/markdown.ts';
import { prepareGuestPage } from './brand.ts';
import { serveBranding } from './branding-files.ts';
import { allowFrames, refuseFrames } from './frame-policy.ts';
import { namePage, pageName, tellOfPages } from './page-calls.ts';
import { answerError, describePageError, unreadable } from './page-errors.ts';
import { notFoundProblem } from './problems.ts';
import { keepPrivate, type PageKit, Visit } from './visit.ts';

export type Show = (visit: Visit) => void | Promise<void>;

/** What answers at one address. */
export interface PageAt {
  readonly get?: Show;
  readonly post?: Show;
  /** The same for agents: at the address with `.md`, and at the address itself for whoever would rather read Markdown. */
  readonly markdown?: Show;
  /** A step of a booking, which websites may open in a frame. */
  readonly framed?: true;
  /** Whatever it answers is one person's: kept by no cache and found by no search. */
  readonly personal?: true;
  /** Programs hear of an address that is no operation in the API's words. */
  readonly forPeople?: true;
  /** How much longer than others the page may take, as it waits for a service that is not ours. */
  readonly patienceMs?: number;
}

/** The addresses of one origin, in the order in which they are tried. */
export interface PageRouter {
  page(path: string, at: PageAt): void;
  /** No page: it is neither told of in the log, nor dressed. */
  file(path: string, serve: RequestHandler): void;
  /** Browsers get a page for what is not there and for what broke; all others fall through to the API's answers. */
  finish(): Router;
}

/** An operation or a read that ends at the deadline still leaves time to show what it was needed for. */
const TO_SHOW_MS = 100;

/** Pages change with every booking: a browser may keep one for its back button, and asks again otherwise. */
const askAgain: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'private, no-cache');
  next();
};

const keepForOne: RequestHandler = (_request, response, next) => {
  keepPrivate(response);
  next();
};

/** `api` is no workspace: what is unknown below it gets the API's answer. */
const leaveApiAlone: RequestHandler = (request, _response, next) => {
  if (/^\/api(\/|$)/.test(request.path)) next('router');
  else next();
};

/** Goes on for whoever prefers a page of two types; all others leave for what comes after the pages. */
const preferring =
  (types: readonly ['json', 'html'] | readonly ['html', 'json']): RequestHandler =>
  (request, _response, next) => {
    if (request.accepts([...types]) === 'html') next();
    else next('router');
  };
const wantsPage = preferring(['json', 'html']);
const forPeople = preferring(['html', 'json']);

/** Room for answers that are far too long: the page then names the field, and keeps the rest. */
const readForm = express.urlencoded({ extended: false, limit: '400kb', parameterLimit: 200 });

const answer = async (visit: Visit, show: Show): Promise<void> => {
  if (/%00/.test(visit.request.originalUrl)) visit.fail(unreadable(400));
  else {
    prepareGuestPage(visit);
    await show(visit);
  }
  await visit.shown;
  // Else its reader would wait for ever.
  if (!visit.response.headersSent) throw new Error('a page has sent nothing');
};

/** Shows a page, in the time of one call whatever it asks. */
const showing =
  (kit: PageKit, show: Show, patienceMs = 0): RequestHandler =>
  (request, response) => {
    const onLate = (error?: unknown): void => {
      const err = error === undefined ? {} : { err: describePageError(error, request) };
      const message = error === undefined ? 'a page was done after its deadline' : 'a page failed after its deadline';
      kit.services.log.warn({ requestId: requestIdOf(request), ...err }, message);
    };
    return withDeadline(answer(new Visit(kit, request, response), show), {
      deadlineMs: kit.deadlineMs + TO_SHOW_MS + patienceMs,
      waitsFor: () => 'database',
      onLate,
    });
  };

/** There is no such page. */
export const showMissing: Show = (visit) => visit.show('problem', notFoundProblem(visit.locale), 404);

export function pageRouter(kit: PageKit, serveAssets: RequestHandler): PageRouter {
  const router = express.Router();
  router.use(leaveApiAlone).get('/assets/:file', serveAssets, serveBranding(kit.services.sql), kit.build.serve);
  router.use(tellOfPages({ log: kit.services.log, metrics: kit.metrics }));
  const framable = allowFrames(kit.services.urls.publicUrl);
  const before = (method: 'GET' | 'POST', path: string, { framed, personal }: PageAt): RequestHandler[] => [
    namePage(pageName(method, path)),
    framed ? framable : refuseFrames,
    personal ? keepForOne : askAgain,
  ];
  const get = (path: string, show: Show, at: PageAt): void => {
    const guests = at.forPeople ? [forPeople] : [];
    router.get(path, ...guests, ...before('GET', path, at), showing(kit, show, at.patienceMs));
  };
  const post = (path: string, show: Show, at: PageAt): void => {
    router.post(path, ...before('POST', path, at), readForm, showing(kit, show, at.patienceMs));
  };
  return {
    page(path, at) {
      // Neither slugs nor tokens have a dot, so that this is mistaken for no page's name.
      if (at.markdown) get(`${path}.md`, at.markdown, at.personal ? { personal: true } : {});
      if (at.get) get(path, at.markdown ? orMarkdown(at.get, at.markdown) : at.get, at);
      if (at.post) post(path, at.post, at);
    },
    file: (path, serve) => void router.get(path, serve),
    finish() {
      return router
        .use(wantsPage, namePage('not found'), refuseFrames, askAgain, showing(kit, showMissing))
        .use(answerError(kit));
    },
  };
}

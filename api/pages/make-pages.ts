import express, { type ErrorRequestHandler, type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import { failureOf } from '../dispatch.ts';
import { expectedFailure } from '../failures.ts';
import type { MakePages } from '../origins.ts';
import { requestIdOf } from '../request-id.ts';
import { describeError } from '../request-log.ts';
import { mountSignIn } from '../sign-in/sign-in-pages.ts';
import { showDevice, showHome } from './app-pages.ts';
import { showBooked } from './booked-page.ts';
import { showCancel, showNotMe, submitCancel, submitNotMe } from './cancel-pages.ts';
import { resendCode, showCode, submitCode } from './code-page.ts';
import { showDecide, submitDecide } from './decide-page.ts';
import { showEvent } from './event-page.ts';
import { showHost } from './host-page.ts';
import { showInvitation, submitInvitation } from './invitation-page.ts';
import { showLanding } from './landing-page.ts';
import { showManaged } from './manage-pages.ts';
import { notFoundProblem } from './problems.ts';
import { showReschedule, submitReschedule } from './reschedule-pages.ts';
import { followLink } from './short-link-page.ts';
import { readAssets } from './stylesheet.ts';
import { submitDetails } from './submit-details.ts';
import { type PageKit, Visit } from './visit.ts';
import { readWebBuild } from './web-build.ts';

type Show = (visit: Visit) => void | Promise<void>;

/** No frame, nothing from elsewhere, nothing inline; forms go home only; scripts are our own files and call our own origin. */
const protect: RequestHandler = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'connect-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  },
  frameguard: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
});

/** Pages change with every booking: a browser may keep one for its back button, and asks again otherwise. */
const askAgain: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'private, no-cache');
  next();
};

/** `api` is no workspace: what is unknown below it gets the API's answer. */
const leaveApiAlone: RequestHandler = (request, _response, next) => {
  if (/^\/api(\/|$)/.test(request.path)) next('router');
  else next();
};

const wantsPage: RequestHandler = (request, _response, next) => {
  if (request.accepts(['json', 'html']) === 'html') next();
  else next('router');
};

const forPeople: RequestHandler = (request, _response, next) => {
  if (request.accepts(['html', 'json']) === 'html') next();
  else next('router');
};

const readForm = express.urlencoded({ extended: false, limit: '100kb', parameterLimit: 200 });

/** A form that can't be parsed, or an address with NUL, which the database can't keep. */
const refuseUnreadable = (visit: Visit, status: number): void => {
  const envelope = { error: { code: 'request.invalid', message: 'The form or the link could not be read.' } };
  visit.fail({ ok: false, status, envelope, rate: null });
};

const pageRouter = (kit: PageKit, serveAssets: RequestHandler) => {
  const router = express.Router();
  router.use(leaveApiAlone).get('/assets/:file', serveAssets, kit.build.serve);
  const at =
    (show: Show): RequestHandler =>
    (request, response) => {
      const visit = new Visit(kit, request, response);
      return /%00/.test(request.originalUrl) ? refuseUnreadable(visit, 400) : show(visit);
    };
  const before = [protect, askAgain];
  return {
    get: (path: string, show: Show) => router.get(path, ...before, at(show)),
    /** Programs hear of an address that is no operation in the API's words. */
    landing: () => router.get('/', forPeople, ...before, at(showLanding)),
    post: (path: string, show: Show) => router.post(path, ...before, readForm, at(show)),
    /** A page for some, who are told apart by `show`: where it answers false, the next route of the address answers. */
    getFirst: (path: string, show: (visit: Visit) => Promise<boolean>) =>
      router.get(path, forPeople, ...before, async (request, response, next) => {
        if (!(await show(new Visit(kit, request, response)))) next();
      }),
    /** Browsers get a page for what is not there and for what broke; all others fall through to the API's answers. */
    finish(): Router {
      const missing = at((visit) => visit.show('problem', notFoundProblem, 404));
      return router.use(wantsPage, ...before, missing).use(answerError(kit));
    },
  };
};

const answerError =
  (kit: PageKit): ErrorRequestHandler =>
  (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const visit = new Visit(kit, request, response);
    const status = error instanceof Error && 'status' in error ? error.status : undefined;
    const requestId = requestIdOf(request);
    const expected = expectedFailure(error);
    if (expected) return visit.fail(failureOf(expected, null));
    if (status === 400 || status === 413 || status === 415) return refuseUnreadable(visit, status);
    kit.services.log.error({ requestId, err: describeError(error, request.body) }, 'unexpected error in a page');
    const envelope = { error: { code: 'internal.unexpected', message: '', details: { requestId } } };
    visit.fail({ ok: false, status: 500, envelope, rate: null });
  };

const publicPages = (kit: PageKit, serveAssets: RequestHandler): Router => {
  const { get, landing, post, finish } = pageRouter(kit, serveAssets);
  landing();
  get('/manage/:token', showManaged);
  get('/manage/:token/reschedule', showReschedule);
  post('/manage/:token/reschedule', submitReschedule);
  get('/manage/:token/cancel', showCancel);
  post('/manage/:token/cancel', submitCancel);
  get('/manage/:token/not-me', showNotMe);
  post('/manage/:token/not-me', submitNotMe);
  get('/b/:token', followLink);
  // Nobody's username is "team", so a team's pages come first.
  for (const host of ['/:workspace/team/:teamSlug', '/:workspace/:username']) {
    get(host, showHost);
    get(`${host}/:eventSlug`, showEvent);
    post(`${host}/:eventSlug`, submitDetails);
    get(`${host}/:eventSlug/confirm`, showCode);
    post(`${host}/:eventSlug/confirm`, submitCode);
    post(`${host}/:eventSlug/resend`, resendCode);
    get(`${host}/:eventSlug/booked`, showBooked);
  }
  return finish();
};

const appPages = (kit: PageKit, serveAssets: RequestHandler): Router => {
  const { get, getFirst, landing, post, finish } = pageRouter(kit, serveAssets);
  getFirst('/', showHome);
  landing();
  get('/device', showDevice);
  get('/decide/:token', showDecide);
  post('/decide/:token', submitDecide);
  get('/invitations/:token', showInvitation);
  post('/invitations/:token', submitInvitation);
  mountSignIn({ get, post }, kit.services.signIn);
  return finish();
};

/**
 * The pages of the public and the app origin. But for sign-in and a choice of language they set no cookie, and they have no
 * way to data but the public operations; what a guest has done so far travels sealed in the address of the next step.
 */
export const makePages: MakePages = (services, dispatcher, limiter) => {
  const { hrefs, serve } = readAssets();
  const kit: Omit<PageKit, 'isTranslated'> = {
    services,
    dispatch: dispatcher.dispatch.bind(dispatcher),
    pageKey: services.secrets.page,
    assets: hrefs,
    build: readWebBuild(services.webFolder),
    limiter,
  };
  return {
    public: publicPages({ ...kit, isTranslated: true }, serve),
    app: appPages({ ...kit, isTranslated: false }, serve),
  };
};

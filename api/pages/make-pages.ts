import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Router } from 'express';
import { type Failure, failureOf } from '../dispatch.ts';
import { expectedFailure } from '../failures.ts';
import type { MakePages } from '../origins.ts';
import { requestIdOf } from '../request-id.ts';
import { describeError } from '../request-log.ts';
import { mountSignIn } from '../sign-in/sign-in-pages.ts';
import { showDevice, showHome } from './app-pages.ts';
import { downloadBooked } from './booked-file.ts';
import { showBooked } from './booked-page.ts';
import { receiveGuest, serveBranding } from './brand.ts';
import { showCancel, showNotMe, submitCancel, submitNotMe } from './cancel-pages.ts';
import { resendCode, showCode, submitCode } from './code-page.ts';
import { showDecide, submitDecide } from './decide-page.ts';
import { showEmbed } from './embed-page.ts';
import { embedScript } from './embed-script.ts';
import { showEvent } from './event-page.ts';
import { allowFrames, refuseFrames } from './frame-policy.ts';
import { showHost } from './host-page.ts';
import { showInvitation, submitInvitation } from './invitation-page.ts';
import { showLanding } from './landing-page.ts';
import { showManaged } from './manage-pages.ts';
import { orMarkdown } from './markdown.ts';
import { showEventMarkdown } from './markdown-event.ts';
import { showHostMarkdown } from './markdown-host.ts';
import { showManagedMarkdown } from './markdown-manage.ts';
import { mountMarkdown } from './markdown-pages.ts';
import { notFoundProblem } from './problems.ts';
import { showReschedule, submitReschedule } from './reschedule-pages.ts';
import { followLink } from './short-link-page.ts';
import { readAssets } from './stylesheet.ts';
import { submitDetails } from './submit-details.ts';
import { type PageKit, Visit } from './visit.ts';
import { readWebBuild } from './web-build.ts';

type Show = (visit: Visit) => void | Promise<void>;

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

/** Room for answers that are far too long: the page then names the field, and keeps the rest. */
const readForm = express.urlencoded({ extended: false, limit: '400kb', parameterLimit: 200 });

/** A form that can't be parsed, or an address with NUL, which the database can't keep. */
const unreadable = (status: number): Failure => {
  const envelope = { error: { code: 'request.invalid', message: 'The form or the link could not be read.' } };
  return { ok: false, status, envelope, rate: null };
};

const pageRouter = (kit: PageKit, serveAssets: RequestHandler) => {
  const router = express.Router();
  router.use(leaveApiAlone).get('/assets/:file', serveAssets, serveBranding(kit.services.sql), kit.build.serve);
  const at =
    (show: Show): RequestHandler =>
    async (request, response) => {
      const visit = new Visit(kit, request, response);
      if (/%00/.test(request.originalUrl)) visit.fail(unreadable(400));
      else {
        receiveGuest(visit);
        await show(visit);
      }
      await visit.shown;
    };
  const before = [refuseFrames, askAgain];
  const inFrames = [allowFrames(kit.services.urls.publicUrl), askAgain];
  return {
    get: (path: string, show: Show) => router.get(path, ...before, at(show)),
    file: (path: string, serve: RequestHandler) => router.get(path, serve),
    /** Steps of a booking, which websites may open in a frame. */
    framed: {
      get: (path: string, show: Show) => router.get(path, ...inFrames, at(show)),
      post: (path: string, show: Show) => router.post(path, ...inFrames, readForm, at(show)),
    },
    /** Programs hear of an address that is no operation in the API's words. */
    landing: () => router.get('/', forPeople, ...before, at(showLanding)),
    post: (path: string, show: Show) => router.post(path, ...before, readForm, at(show)),
    /** A page for some, who are told apart by `show`: where it answers false, the next route of the address answers. */
    getFirst: (path: string, show: (visit: Visit) => Promise<boolean>) =>
      router.get(path, forPeople, ...before, async (request, response, next) => {
        const visit = new Visit(kit, request, response);
        if (!(await show(visit))) return next();
        await visit.shown;
      }),
    /** Browsers get a page for what is not there and for what broke; all others fall through to the API's answers. */
    finish(): Router {
      const missing = at((visit) => visit.show('problem', notFoundProblem(visit.locale), 404));
      return router.use(wantsPage, ...before, missing).use(answerError(kit));
    },
  };
};

const failureOfError = ({ services }: PageKit, error: unknown, request: Request): Failure => {
  const expected = expectedFailure(error);
  if (expected) return failureOf(expected, null);
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 400 || status === 413 || status === 415) return unreadable(status);
  const requestId = requestIdOf(request);
  services.log.error({ requestId, err: describeError(error, request.body) }, 'unexpected error in a page');
  const envelope = { error: { code: 'internal.unexpected', message: '', details: { requestId } } };
  return { ok: false, status: 500, envelope, rate: null };
};

const answerError =
  (kit: PageKit): ErrorRequestHandler =>
  async (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const failure = failureOfError(kit, error, request);
    try {
      const visit = new Visit(kit, request, response);
      visit.fail(failure);
      await visit.shown;
    } catch (unshown) {
      // What broke a page may break the page of its problem, too.
      const err = describeError(unshown, request.body);
      kit.services.log.error({ requestId: requestIdOf(request), err }, 'the page of a problem can not be shown');
      response.status(failure.status).json(failure.envelope);
    }
  };

const publicPages = (kit: PageKit, serveAssets: RequestHandler): Router => {
  const { get, file, framed, landing, post, finish } = pageRouter(kit, serveAssets);
  landing();
  mountMarkdown(get);
  get('/manage/:token', orMarkdown(showManaged, showManagedMarkdown));
  get('/manage/:token/reschedule', showReschedule);
  post('/manage/:token/reschedule', submitReschedule);
  get('/manage/:token/cancel', showCancel);
  post('/manage/:token/cancel', submitCancel);
  get('/manage/:token/not-me', showNotMe);
  post('/manage/:token/not-me', submitNotMe);
  get('/b/:token', followLink);
  file('/embed.js', embedScript());
  // Nobody's username is "team", so a team's pages come first; and no workspace is called "embed".
  for (const host of ['/embed/:workspace/team/:teamSlug', '/embed/:workspace/:username']) {
    get(host, showEmbed);
    get(`${host}/:eventSlug`, showEmbed);
  }
  for (const host of ['/:workspace/team/:teamSlug', '/:workspace/:username']) {
    framed.get(host, orMarkdown(showHost, showHostMarkdown));
    framed.get(`${host}/:eventSlug`, orMarkdown(showEvent, showEventMarkdown));
    framed.post(`${host}/:eventSlug`, submitDetails);
    framed.get(`${host}/:eventSlug/confirm`, showCode);
    framed.post(`${host}/:eventSlug/confirm`, submitCode);
    framed.post(`${host}/:eventSlug/resend`, resendCode);
    framed.get(`${host}/:eventSlug/booked`, showBooked);
    framed.get(`${host}/:eventSlug/booked.ics`, downloadBooked);
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

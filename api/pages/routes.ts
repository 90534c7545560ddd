import type { RequestHandler } from 'express';
import { DASHBOARD_PATHS } from '../../web/parts/places.ts';
import { OPENAPI_PATH } from '../openapi/path.ts';
import { showAddress, showUndo, submitAddress, submitUndo } from './app/address-page.ts';
import { showAnyClaim, submitAnyClaim } from './app/any-claim-page.ts';
import { showConsent, showOAuthProblem, submitConsent } from './app/consent-page.ts';
import { showDevice } from './app/device-page.ts';
import { showDashboard, showHome } from './app/home-page.ts';
import { showInvitation, submitInvitation } from './app/invitation-page.ts';
import { showLanding } from './app/landing-page.ts';
import { showPlans } from './app/plans-page.ts';
import { showPrep, submitPrep } from './app/prep-page.ts';
import { showStopAgent, submitStopAgent } from './app/stop-agent-page.ts';
import { showStop, submitStop } from './app/stop-page.ts';
import { downloadBooked } from './booking/booked-file.ts';
import { showBooked } from './booking/booked-page.ts';
import { resendCode, showCode, submitCode } from './booking/code-page.ts';
import { showEvent } from './booking/event-page.ts';
import { showHost } from './booking/host-page.ts';
import { followLink, followLinkToMarkdown } from './booking/short-link-page.ts';
import { submitDetails } from './booking/submit-details.ts';
import { mountCalendars } from './calendars/calendar-pages.ts';
import { showCard } from './cards/event-card.ts';
import {
  leadTo,
  showDocs,
  showDocsApi,
  showDocsArea,
  showDocsSearch,
  showGuide,
  showOperationsGuide,
} from './docs/docs-pages.ts';
import { showEmbed } from './embed/embed-page.ts';
import { embedScript } from './embed/embed-script.ts';
import { showCancel, submitCancel } from './manage/cancel-page.ts';
import { showDecide, submitDecide } from './manage/decide-page.ts';
import { showGuests, submitGuests } from './manage/guests-page.ts';
import { showInvited } from './manage/invited-page.ts';
import { showManaged } from './manage/manage-page.ts';
import { showNoMail, submitNoMail } from './manage/no-mail-page.ts';
import { showNotMe, submitNotMe } from './manage/not-me-page.ts';
import { showReschedule, submitReschedule } from './manage/reschedule-page.ts';
import { showEventMarkdown } from './markdown/event.ts';
import { showHostMarkdown } from './markdown/host.ts';
import { showManagedMarkdown } from './markdown/manage.ts';
import { showMissingMarkdown } from './markdown/missing.ts';
import type { PageKit } from './shell/page-kit.ts';
import { type Pages, pageRouter, showMissing } from './shell/page-router.ts';
import { mountSignIn } from './sign-in/sign-in-pages.ts';

/** Every page of the public origin, by its address. If two match, the first answers. */
export function publicPages(kit: PageKit, serveAssets: RequestHandler): Pages {
  const { page, file, finish } = pageRouter(kit, serveAssets);
  page('/', { get: showLanding, forPeople: true });
  page('/manage/:token', { get: showManaged, markdown: showManagedMarkdown, personal: true });
  page('/manage/:token/reschedule', { get: showReschedule, post: submitReschedule, personal: true });
  page('/manage/:token/cancel', { get: showCancel, post: submitCancel, personal: true });
  page('/manage/:token/not-me', { get: showNotMe, post: submitNotMe, personal: true });
  page('/manage/:token/guests', { get: showGuests, post: submitGuests, personal: true });
  page('/no-mail/:token', { get: showNoMail, post: submitNoMail, personal: true });
  page('/invited/:token', { get: showInvited, personal: true });
  page('/b/:token.md', { get: followLinkToMarkdown, personal: true });
  page('/b/:token', { get: followLink, personal: true });
  // Without these, an address below a token would be taken for an event: framable and listed by search engines.
  for (const rest of ['/manage/*rest', '/b/*rest']) {
    page(rest, { get: showMissing, markdown: showMissingMarkdown, post: showMissing, personal: true });
  }
  file('/embed.js', embedScript());
  // "team" is never a username, so a team's pages come first. "embed" is never a workspace.
  for (const host of ['/:workspace/team/:teamSlug', '/:workspace/:username']) {
    page(`/embed${host}`, { get: showEmbed });
    page(`/embed${host}/:eventSlug`, { get: showEmbed });
  }
  for (const host of ['/:workspace/team/:teamSlug', '/:workspace/:username']) {
    const event = `${host}/:eventSlug`;
    page(host, { get: showHost, markdown: showHostMarkdown, framed: true });
    page(event, { get: showEvent, markdown: showEventMarkdown, post: submitDetails, framed: true });
    page(`${event}/confirm`, { get: showCode, post: submitCode, framed: true, personal: true });
    page(`${event}/resend`, { post: resendCode, framed: true, personal: true });
    page(`${event}/booked`, { get: showBooked, framed: true, personal: true });
    page(`${event}/card.png`, { get: showCard });
    page(`${event}/booked.ics`, { get: downloadBooked, framed: true, personal: true });
  }
  page('/*path.md', { get: showMissingMarkdown });
  return finish();
}

/** Where people and agents look for the reference, and for its document, at other services. */
const GUESSED_REFERENCES = ['/docs/reference', '/reference', '/api-docs', '/swagger', '/redoc'];
const GUESSED_DOCUMENTS = ['/openapi.json', '/swagger.json', '/docs/openapi.json'];

/** Every page of the app origin, by its address. */
export function appPages(kit: PageKit, serveAssets: RequestHandler): Pages {
  const { page, finish } = pageRouter(kit, serveAssets);
  page('/', { get: showHome, forPeople: true });
  page('/plans', { get: showPlans, forPeople: true });
  for (const path of DASHBOARD_PATHS) page(path, { get: showDashboard, personal: true });
  page('/meetings/:bookingId/prep', { get: showPrep, post: submitPrep, personal: true });
  page('/docs', { get: showDocs });
  page('/docs/search', { get: showDocsSearch });
  for (const path of GUESSED_REFERENCES) page(path, { get: leadTo('/docs/api') });
  for (const path of GUESSED_DOCUMENTS) page(path, { get: leadTo(OPENAPI_PATH) });
  page('/docs/api', { get: showDocsApi });
  page('/docs/api/:area', { get: showDocsArea });
  page('/docs/operations/:guide', { get: showOperationsGuide });
  page('/docs/:guide', { get: showGuide });
  page('/device', { get: showDevice, personal: true });
  page('/decide/:token', { get: showDecide, post: submitDecide, personal: true });
  page('/agents/stop/:token', { get: showStopAgent, post: submitStopAgent, personal: true });
  page('/invitations/:token', { get: showInvitation, post: submitInvitation, personal: true });
  page('/claim/:token', { get: showAnyClaim, post: submitAnyClaim, personal: true });
  page('/access/stop/:token', { get: showStop, post: submitStop, personal: true });
  page('/account/address/:token', { get: showAddress, post: submitAddress, personal: true });
  page('/account/address/undo/:token', { get: showUndo, post: submitUndo, personal: true });
  page('/oauth/consent/:uid', { get: showConsent, post: submitConsent, personal: true });
  // Requests of apps that can't go on.
  for (const path of ['/oauth/authorize', '/oauth/authorize/:uid'])
    page(path, { get: showOAuthProblem, personal: true });
  mountSignIn(page, kit.services.signIn);
  mountCalendars(page, kit.services.calendarConsents);
  return finish();
}

import { z } from 'zod';
import { appName, formTarget, hostOfDocument, shownApp } from '../../../domain/oauth/shown-app.ts';
import { sameCode } from '../../../domain/secrets.ts';
import { readPerson } from '../../../store/accounts/sign-in.ts';
import { listMine } from '../../../store/workspaces/workspaces.ts';
import type { NoticeText } from '../../../web/parts/notice.tsx';
import { findPageSession, type PageSession, pageSession } from '../../auth/page-session.ts';
import { readCookie } from '../../auth/session-cookie.ts';
import type { Failure } from '../../core/call.ts';
import type { OAuthProblem } from '../../oauth/oauth-call.ts';
import { CONSENT_PATH, OAUTH_PATHS } from '../../oauth/paths.ts';
import type { PendingRequest } from '../../oauth/pending-request.ts';
import { refuseFramesButLeadTo } from '../shell/frame-policy.ts';
import { isPassing, stalePage, waitNotice } from '../shell/problems.ts';
import { queryText } from '../shell/request-address.ts';
import type { Visit } from '../shell/visit.ts';
import { asksTooOften } from '../sign-in/start-session.ts';

const UUID = z.uuid();
const Access = z.enum(['read', 'full']);
type Access = z.infer<typeof Access>;

const OVER = {
  title: 'This request is over',
  text: 'Requests of apps wait for an hour, in the browser that they began in. Go back to the app and connect it again.',
} as const;

/** What the page shows after a decision that did not work. */
interface Again {
  readonly notice: NoticeText | null;
  readonly chosenId: string | null;
  readonly access: Access | null;
  readonly status: number;
}
const FIRST: Again = { notice: null, chosenId: null, access: null, status: 200 };

const pathOf = (visit: Visit): string => `${CONSENT_PATH}/${encodeURIComponent(visit.part('uid'))}`;

/** Where the library sends the browser on to the app, once the request is decided. */
const backFrom = (visit: Visit): string => `${OAUTH_PATHS.authorize}/${encodeURIComponent(visit.part('uid'))}`;

/** The request that waits, or null: the answer is sent. */
async function requirePending(visit: Visit): Promise<PendingRequest | null> {
  const pending = await visit.kit.oauth.pendingRequest(visit.request, visit.response);
  if (pending && 'problem' in pending) {
    show(visit, pending.problem);
    return null;
  }
  if (pending && !pending.isDecided) return pending;
  if (pending) visit.goTo(backFrom(visit));
  else visit.show('problem', OVER, 410);
  return null;
}

/** GET /oauth/consent/{uid}: which app asks, and for what. Opening it decides nothing. */
export async function showConsent(visit: Visit): Promise<void> {
  if (await asksTooOften(visit, 'publicRead')) return;
  const pending = await requirePending(visit);
  const session = pending && (await pageSession(visit.kit.services, visit.request, visit.response));
  if (pending && session) await render(visit, pending, session, FIRST);
}

async function render(
  visit: Visit,
  { clientId, clientName, redirectUri, scopes }: PendingRequest,
  { csrfToken, person }: PageSession,
  { status, ...again }: Again,
): Promise<void> {
  const { sql } = visit.kit.services;
  const [mine, { email }] = await Promise.all([listMine(sql, person.userId), readPerson(sql, person.userId)]);
  // The answer to the form leads to the app.
  refuseFramesButLeadTo(formTarget(redirectUri))(visit.request, visit.response, () => {});
  visit.show(
    'consent',
    {
      ...again,
      app: shownApp(clientId, clientName, redirectUri),
      mayAskFull: scopes.includes('workspace.act'),
      workspaces: mine.filter(({ role, eraseAt }) => role !== 'billing_only' && eraseAt === null),
      signedInAs: email,
      otherHref: `/login${queryText({ again: '1', return_to: pathOf(visit) })}`,
      action: pathOf(visit),
      csrfToken,
    },
    status,
  );
}

/** POST /oauth/consent/{uid}: allows or refuses, and sends the browser back to the app. */
export async function submitConsent(visit: Visit): Promise<void> {
  if (await asksTooOften(visit, 'publicRead')) return;
  const pending = await requirePending(visit);
  if (!pending) return;
  const { kit, request, response } = visit;
  const session = await findPageSession(kit.services, request, response);
  if (!session) return visit.goTo(pathOf(visit));
  if (!sameCode(visit.field('csrfToken'), session.csrfToken)) {
    return render(visit, pending, session, { ...FIRST, notice: stalePage(visit.locale), status: 403 });
  }
  if (visit.field('decision') !== 'allow') {
    await kit.oauth.deny(request, response);
    return visit.goTo(backFrom(visit));
  }
  const chosenId = UUID.safeParse(visit.field('workspaceId')).data ?? null;
  const access = Access.safeParse(visit.field('access')).data ?? null;
  const problem = await connect(visit, pending, session, { chosenId, access });
  if (problem) await render(visit, pending, session, { chosenId, access, ...problem });
}

type Problem = Pick<Again, 'notice' | 'status'>;

const UNCHOSEN: Problem = {
  notice: { tone: 'warning', title: 'Choose a workspace and what the app may do' },
  status: 400,
};

/** Makes the grant by the operation. null: done, the browser goes on. */
async function connect(
  visit: Visit,
  { id: requestId, clientId, clientName, redirectUri, scopes }: PendingRequest,
  { csrfToken }: PageSession,
  { chosenId, access }: Pick<Again, 'chosenId' | 'access'>,
): Promise<Problem | null> {
  const { kit, request } = visit;
  // More than the app asked for is not offered.
  if (chosenId === null || access === null || (access === 'full' && !scopes.includes('workspace.act'))) return UNCHOSEN;
  const app = shownApp(clientId, clientName, redirectUri);
  const token = readCookie(request, kit.services.urls) ?? '';
  const answer = await visit.ask(
    'oauth',
    'connectApp',
    {
      requestId,
      ...{ workspaceId: chosenId, access, clientId, clientName: app.name, redirectHost: app.redirectHost },
      ...{ name: appName(app).slice(0, 80), clientHost: hostOfDocument(clientId) },
    },
    {
      ...visit.caller,
      source: 'dashboard',
      credentials: { kind: 'session', token, workspaceId: undefined, csrfToken },
    },
  );
  // Decided meanwhile, by another click: the browser goes where that one leads.
  if (!answer.ok && answer.envelope.error.details?.reason !== 'already_decided') return problemOf(visit, answer);
  visit.goTo(backFrom(visit));
  return null;
}

/** What the operation says itself: the workspace is deleted, or has too many keys. */
const WORDED: readonly string[] = ['billing.upgrade_required', 'request.unprocessable'];

function problemOf(visit: Visit, answer: Failure): Problem {
  visit.waitFor(answer);
  if (isPassing(answer)) return { notice: waitNotice(answer, visit.locale), status: answer.status };
  const title = 'You can not connect apps to this workspace';
  const { code, message } = answer.envelope.error;
  return {
    notice: {
      tone: 'warning',
      title,
      text: WORDED.includes(code)
        ? message
        : 'You are no member of it any more, or your role there changed. Choose another.',
    },
    status: answer.status,
  };
}

const PROBLEMS: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  invalid_client: {
    title: 'This app is not known here',
    text: 'Its registration was cleared away, or the document that describes it can not be read. Remove the connection in the app, then add it again.',
  },
  invalid_redirect_uri: {
    title: 'The app asks for an answer at an address that it did not register',
    text: 'Nothing was allowed. If you did not start this, close this page.',
  },
  temporarily_unavailable: {
    title: 'One moment, please',
    text: 'Holdfast can not answer right now. Nothing was allowed. Try again in a moment.',
  },
};

const UNREADABLE = {
  title: 'This request of an app can not be read',
  text: 'Nothing was allowed. Go back to the app and connect it again.',
} as const;

function show(visit: Visit, problem: OAuthProblem | undefined): void {
  if (problem) visit.waitFor(problem);
  visit.show('problem', PROBLEMS[problem?.error ?? ''] ?? UNREADABLE, problem?.status ?? 400);
}

/** GET /oauth/authorize, if the request can't go on and must not be sent back to the app. */
export const showOAuthProblem = (visit: Visit): void => show(visit, visit.kit.oauth.problemOf(visit.request));

import type { Actor } from '../../../domain/access/actor.ts';
import { subscriptionAt } from '../../../domain/billing/plan.ts';
import { upcomingCapsOf } from '../../../domain/booking/upcoming-caps.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { Output } from '../../../schemas/operation.ts';
import type { workspace } from '../../../schemas/operations/workspaces/workspace.ts';
import { shownDefaults } from '../../../store/workspaces/workspace-defaults.ts';
import { readWorkspaceView, type WorkspaceView } from '../../../store/workspaces/workspace-view.ts';
import type { Handler } from '../../core/handler.ts';
import { brandingView } from './branding-view.ts';

type Answer = Output<typeof workspace.getWorkspace>;

/** A session can do all that the role can, like a key with workspace.act. */
const credentialOf = (actor: Actor, personName: string): Answer['credential'] => {
  if (actor.kind === 'session') return { kind: 'session', name: personName, scopes: ['workspace.act'], mode: 'live' };
  const { seat, keyName, scopes, mode } = actor;
  return { kind: seat ? 'seat' : 'key', name: seat?.displayName ?? keyName, scopes: [...scopes], mode };
};

const toWorkspace = (view: WorkspaceView, now: number, publicUrl: string): Answer['workspace'] => {
  const { plan, status, trialEndsAtMs } = subscriptionAt(view.subscription, now);
  return {
    id: view.id,
    name: view.name,
    slug: view.slug,
    plan,
    subscriptionStatus: status,
    trialEndsAt: trialEndsAtMs === null ? null : new Date(trialEndsAtMs).toISOString(),
    createdAt: new Date(view.createdAtMs).toISOString(),
    eraseAt: view.eraseAtMs === null ? null : new Date(view.eraseAtMs).toISOString(),
    branding: brandingView(view.branding, publicUrl),
    ...upcomingCapsOf(view.upcomingCaps),
    prepLookups: view.prepLookups,
    prepTexts: view.prepTexts,
    ...shownDefaults(view.defaults),
    version: view.version,
  };
};

export const getWorkspace: Handler<typeof workspace.getWorkspace> = async ({ sql, actor, urls, now }) => {
  const view = await readWorkspaceView(sql, actor.workspaceId, actor.userId);
  if (!view) throw new AppError('auth.required', 'This workspace no longer exists.', { reason: 'workspace_gone' });
  const bookingPage = `${urls.publicUrl}/${view.slug}/${actor.username}`;
  return {
    workspace: toWorkspace(view, now, urls.publicUrl),
    user: view.user,
    membership: { role: actor.role, username: actor.username },
    credential: credentialOf(actor, view.user.name),
    links: {
      bookingPage,
      mayBeShared: view.mayBeShared,
      eventTypes: view.eventTypes.map((event) => ({ ...event, url: `${bookingPage}/${event.slug}` })),
    },
    now: new Date(now).toISOString(),
  };
};

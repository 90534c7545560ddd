import { NOTHING_CHANGED, type ThingsByWay } from '../../../domain/access/take-over-outcome.ts';
import { WAYS_OUT } from '../../../domain/access/ways-out.ts';
import type { WorkspaceClaimEnd } from '../../../domain/workspaces/workspace-claim.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { workspaceClaims } from '../../../schemas/operations/workspaces/claims.ts';
import { type ClaimDecided, decideWorkspaceClaim as decide } from '../../../store/identity/decide-workspace-claim.ts';
import { readTakeOver } from '../../../store/identity/take-overs.ts';
import type { Handler } from '../../core/handler.ts';
import { notifyOfAccess } from '../../flows/notify-of-access.ts';
import { signalEnded } from '../../flows/signal-ended.ts';
import { overPlanCap } from '../billing/over-cap.ts';

const unknown = (): AppError =>
  new AppError('resource.not_found', 'There is no such claim. Take the link from the newest mail.', {
    reason: 'claim_unknown',
  });

const ofAnother = (): AppError =>
  new AppError('auth.forbidden', 'This claim is for another address. Sign in with the one that got the mail.', {
    reason: 'claim_of_another',
  });

const OVER: Readonly<Record<WorkspaceClaimEnd, string>> = {
  accepted: 'Somebody took over this workspace already.',
  refused: 'This was refused already.',
  expired: 'This is too old: claims work for 7 days.',
  withdrawn: 'This is over: the agent’s key has ended, or the workspace has an owner.',
  undeliverable: 'This is over.',
};

const over = (end: WorkspaceClaimEnd): AppError =>
  new AppError('resource.conflict', `${OVER[end]} The agent can ask again.`, { reason: `claim_${end}` });

/** By way, in the order of the table. */
const listed = (things: ThingsByWay) =>
  WAYS_OUT.flatMap((way) => {
    const those = things[way];
    return those ? [{ way, count: those.count, hosts: [...those.names] }] : [];
  });

export const decideWorkspaceClaim: Handler<typeof workspaceClaims.decideWorkspaceClaim> = async (context, input) => {
  const { sql, actor, flowClient, now } = context;
  const { claimId, decision, keepsAgent, agentRole = 'manager' } = input;
  const keepsAgentAs = keepsAgent ? agentRole : null;
  const outcome: ClaimDecided = await decide(sql, { claimId, person: actor, decision, keepsAgentAs, now });
  switch (outcome.result) {
    case 'unknown':
      throw unknown();
    case 'wrong_person':
      throw ofAnother();
    case 'over':
      throw over(outcome.end);
    case 'no_seat':
      throw overPlanCap(outcome.over, context.urls);
    case 'refused':
      flowClient.signal('workspaceClaim', { id: claimId, workspaceId: outcome.workspaceId }, 'changed');
      return { status: 'refused', ended: [], kept: [] };
    case 'accepted': {
      const { workspaceId, removalId, seatId, mailIds, connections } = outcome;
      flowClient.signal('workspaceClaim', { id: claimId, workspaceId }, 'changed');
      for (const id of mailIds) flowClient.start('mail', { id, workspaceId });
      signalEnded(flowClient, { connections, agents: [] });
      if (removalId !== null) flowClient.start('memberRemoval', { id: removalId, workspaceId });
      if (seatId !== null) await notifyOfAccess(context, { id: seatId, workspaceId });
      const { ended, kept } = (await readTakeOver(sql, claimId))?.outcome ?? NOTHING_CHANGED;
      return { status: 'accepted', ended: listed(ended), kept: listed(kept) };
    }
  }
};

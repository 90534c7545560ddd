import { tokenHash } from '../../../domain/secrets.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { members } from '../../../schemas/operations/members.ts';
import { acceptInvitation as accept, type JoinOutcome } from '../../../store/members/join.ts';
import { restoreWorkspaceFirst } from '../../auth/stopped-workspace.ts';
import type { Handler } from '../../core/handler.ts';

const ASK_AGAIN = 'Ask the person who invited you for another one.';

const refusals: Readonly<Record<Exclude<JoinOutcome['result'], 'joined'>, () => AppError>> = {
  unknown: () =>
    new AppError('resource.not_found', 'There is no such invitation. Take the link from the newest mail.', {
      reason: 'invitation_unknown',
    }),
  wrong_person: () =>
    new AppError('auth.forbidden', 'This invitation is for another address. Sign in with the one that got the mail.', {
      reason: 'invitation_of_another',
    }),
  accepted: () =>
    new AppError('resource.conflict', `This invitation was already used. ${ASK_AGAIN}`, {
      reason: 'invitation_used',
    }),
  revoked: () =>
    new AppError('request.unprocessable', `This invitation was revoked. ${ASK_AGAIN}`, {
      reason: 'invitation_revoked',
    }),
  void: () =>
    new AppError(
      'request.unprocessable',
      'This invitation is void: the person who sent it left the workspace, or may not give this role: not any more, or not in the 7 days after a change of their address. Ask an owner or admin for another one.',
      { reason: 'invitation_void' },
    ),
  full: () =>
    new AppError(
      'billing.upgrade_required',
      'The plan of this workspace has no room for another member. Ask the person who invited you to make room; the invitation stays open.',
      { reason: 'member_cap_reached' },
    ),
  deleted: restoreWorkspaceFirst,
  expired: () =>
    new AppError('request.unprocessable', `This invitation has expired. ${ASK_AGAIN}`, {
      reason: 'invitation_expired',
    }),
};

export const acceptInvitation: Handler<typeof members.acceptInvitation> = async (
  { sql, actor },
  { token, timezone },
) => {
  const request = { tokenHash: tokenHash(token), person: actor, timezone: timezone ?? null };
  const outcome = await accept(sql, request);
  if (outcome.result !== 'joined') throw refusals[outcome.result]();
  const { workspace, teams, skippedTeams } = outcome;
  return { workspace, teams: [...teams], skippedTeams };
};

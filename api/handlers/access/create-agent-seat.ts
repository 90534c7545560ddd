import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../domain/access/actor.ts';
import { mintKey } from '../../../domain/access/api-key.ts';
import { scopesFor } from '../../../domain/access/key-scopes.ts';
import { includesRole } from '../../../domain/access/role-order.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { Input } from '../../../schemas/operation.ts';
import type { agentSeats } from '../../../schemas/operations/access/agent-seats.ts';
import { Role } from '../../../schemas/shapes/access.ts';
import { createSeat, type NewSeat, type SeatRefusal } from '../../../store/access/agent-seats.ts';
import type { Handler } from '../../core/handler.ts';
import type { Urls } from '../../core/urls.ts';
import { notifyOfAccess } from '../../flows/notify-of-access.ts';
import { overPlanCap } from '../billing/over-cap.ts';
import { expiryMs, requireScopesOfRole } from './key-rights.ts';
import { callerGone, keyRevoked } from './refusals.ts';

type CreateAgentSeat = typeof agentSeats.createAgentSeat;

/**
 * A seat acts as its creator, with at most the maker's role and scopes: the operation needs workspace.act, which includes every scope.
 * A test key creates test seats.
 */
const newSeat = (actor: Actor, input: Input<CreateAgentSeat>, clientIp: string, now: number) => {
  const mode = actor.kind === 'key' ? actor.mode : 'live';
  const role = requireLesserRole(actor.role, input.role) ?? actor.role;
  const scopes = input.scopes ?? [scopesFor(role)[0]];
  requireScopesOfRole(role, scopes);
  const minted = mintKey(mode);
  const seat: NewSeat = {
    id: uuidv7(),
    displayName: input.displayName,
    agentEmail: input.agentEmail ?? null,
    key: {
      id: uuidv7(),
      workspaceId: actor.workspaceId,
      createdByUserId: actor.userId,
      name: input.displayName,
      mode,
      scopes: [...new Set(scopes)],
      origin: 'seat',
      minted,
      createdAtMs: now,
      expiresAtMs: expiryMs(input.expiresAt, now),
      roleCap: input.role ?? null,
      clientIp,
    },
  };
  return { seat, role, minted };
};

/** @throws AppError auth.forbidden (role_missing) for a role that allows more than the maker's */
const requireLesserRole = (own: Role, asked: Role | undefined): Role | undefined => {
  if (asked === undefined || includesRole(own, asked)) return asked;
  throw new AppError('auth.forbidden', `A seat has at most your role, which is ${own}. ${asked} allows more.`, {
    reason: 'role_missing',
    role: own,
    neededRoles: Role.options.filter((role) => includesRole(role, asked)),
  });
};

const refusalOf = (refusal: SeatRefusal, urls: Urls): AppError => {
  switch (refusal.refused) {
    case 'over_plan_cap':
      return overPlanCap(refusal, urls);
    case 'caller_gone':
      return callerGone();
    case 'maker_revoked':
      return keyRevoked();
    case 'outlives_maker': {
      const latest = new Date(refusal.latestMs).toISOString();
      return new AppError(
        'request.unprocessable',
        `A seat ends with the key that makes it, at ${latest} at the latest. Send an earlier expiresAt, or omit it.`,
        { reason: 'expires_after_key', field: 'expiresAt', latest },
      );
    }
  }
};

export const createAgentSeat: Handler<CreateAgentSeat> = async (context, input) => {
  const { sql, actor, caller, urls, now } = context;
  const { seat, role, minted } = newSeat(actor, input, caller.ip, now);
  const isWanted = () => !caller.gone?.aborted;
  const outcome = await createSeat(sql, seat, { actor, source: caller.source }, isWanted);
  if ('refused' in outcome) throw refusalOf(outcome, urls);
  await notifyOfAccess(context, { id: seat.id, workspaceId: actor.workspaceId });
  return {
    id: seat.id,
    displayName: seat.displayName,
    agentEmail: seat.agentEmail,
    apiKeyId: seat.key.id,
    apiKey: minted.secret,
    prefix: minted.prefix,
    scopes: [...seat.key.scopes],
    role,
    expiresAt: outcome.expiresAtMs === null ? null : new Date(outcome.expiresAtMs).toISOString(),
    cap: outcome.cap,
  };
};

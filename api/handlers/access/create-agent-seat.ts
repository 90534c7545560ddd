import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../domain/access/actor.ts';
import { mintKey } from '../../../domain/access/api-key.ts';
import { subscriptionAt } from '../../../domain/billing/plan.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { agentSeats } from '../../../schemas/operations/access/agent-seats.ts';
import { createSeat, type NewSeat, type SeatOutcome } from '../../../store/access/agent-seats.ts';
import type { Handler } from '../../core/handler.ts';
import { unlessRefused } from '../../core/unless-refused.ts';
import { callerGone } from './refusals.ts';

/** A seat acts as its creator. A test key creates test seats: a seat must not do more than its creator's key. */
const newSeat = (actor: Actor, request: { displayName: string; agentEmail: string | null }, now: number) => {
  const mode = actor.kind === 'key' ? actor.mode : 'live';
  const minted = mintKey(mode);
  const seat: NewSeat = {
    id: uuidv7(),
    ...request,
    key: {
      id: uuidv7(),
      workspaceId: actor.workspaceId,
      createdByUserId: actor.userId,
      name: request.displayName,
      mode,
      scopes: ['workspace.act'],
      origin: 'seat',
      minted,
      createdAtMs: now,
    },
  };
  return { seat, minted };
};

const overCap = ({ cap, subscription }: SeatOutcome, now: number): AppError => {
  const { plan } = subscriptionAt(subscription, now);
  const seats = cap === 1 ? 'one agent seat' : `${cap} agent seats`;
  return new AppError(
    'billing.upgrade_required',
    `The plan ${plan} has ${seats}. Revoke one, or choose a larger plan.`,
    {
      reason: 'seat_cap_reached',
      plan,
      cap,
    },
  );
};

export const createAgentSeat: Handler<typeof agentSeats.createAgentSeat> = async (context, input) => {
  const { sql, actor, caller, now } = context;
  const request = { displayName: input.displayName, agentEmail: input.agentEmail ?? null };
  const { seat, minted } = newSeat(actor, request, now);
  const isWanted = () => !caller.gone?.aborted;
  const outcome = unlessRefused(await createSeat(sql, seat, { actor, source: caller.source }, isWanted), callerGone);
  if (!outcome.created) throw overCap(outcome, now);
  return {
    id: seat.id,
    ...request,
    apiKeyId: seat.key.id,
    apiKey: minted.secret,
    prefix: minted.prefix,
    cap: outcome.cap,
  };
};

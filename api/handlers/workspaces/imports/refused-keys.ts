import { RateLimiterMemory } from 'rate-limiter-flexible';
import { limited } from '../../../core/limit-errors.ts';

const MOST_AN_HOUR = 10;
const HOUR_SECONDS = 3_600;

/** Keys of others are not tried out from our address: of a workspace, and of a person, ten an hour may be refused. Each process counts alone. */
const refused = new RateLimiterMemory({ points: MOST_AN_HOUR, duration: HOUR_SECONDS });

interface Asking {
  readonly workspaceId: string;
  readonly userId: string;
}

const namesOf = ({ workspaceId, userId }: Asking) => [`workspace ${workspaceId}`, `person ${userId}`];

/** @throws AppError rate.limited: the service refused too many keys of this workspace or person */
export async function requireFewRefused(asking: Asking): Promise<void> {
  for (const name of namesOf(asking)) {
    const count = await refused.get(name);
    if (!count || count.consumedPoints < MOST_AN_HOUR) continue;
    throw limited('refusedKeys', { limit: MOST_AN_HOUR, retryAfterSeconds: count.msBeforeNext / 1_000 });
  }
}

export async function countRefused(asking: Asking): Promise<void> {
  for (const name of namesOf(asking)) await refused.penalty(name);
}

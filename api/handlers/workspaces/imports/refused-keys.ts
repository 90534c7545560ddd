import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../../../../schemas/errors.ts';

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
    const retryAfterSeconds = Math.ceil(count.msBeforeNext / 1_000);
    throw new AppError(
      'rate.limited',
      `Of a workspace and of a person ${MOST_AN_HOUR} keys may be refused in an hour. Look at the key, and repeat the call after retryAfterSeconds, or send the answers of the service as export.`,
      { reason: 'too_many_refused_keys', limit: MOST_AN_HOUR, retryAfterSeconds },
    );
  }
}

export async function countRefused(asking: Asking): Promise<void> {
  for (const name of namesOf(asking)) await refused.penalty(name);
}

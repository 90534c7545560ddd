import { z } from 'zod';

export const Plan = z.enum(['free', 'starter', 'plus', 'growth']);
export type Plan = z.infer<typeof Plan>;

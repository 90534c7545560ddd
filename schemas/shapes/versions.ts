import { z } from 'zod';

/** Of a setting that several people change. */
export const Version = z.int().describe('Rises with every change.');

/** Two people who edit the same thing: the second one is refused, and nothing is changed. Short: models pay for it. */
export const ExpectedVersion = z.int().min(0).optional().describe('The version you read; if it has changed: 409.');

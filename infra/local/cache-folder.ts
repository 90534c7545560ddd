import { join } from 'node:path';
import envPaths from 'env-paths';

/**
 * A folder in the user's cache for programs that all checkouts share
 * (`~/.cache/holdfast` on Linux).
 */
export const cacheFolder = (...parts: string[]): string => join(envPaths('holdfast', { suffix: '' }).cache, ...parts);

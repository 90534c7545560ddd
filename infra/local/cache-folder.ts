import { join } from 'node:path';
import envPaths from 'env-paths';

/**
 * A place in the user's cache for programs that are found or built once and shared by every checkout
 * (`~/.cache/holdfast` on Linux).
 */
export const cacheFolder = (...parts: string[]): string => join(envPaths('holdfast', { suffix: '' }).cache, ...parts);

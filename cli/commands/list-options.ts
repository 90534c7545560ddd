import type { Command } from 'commander';
import pc from 'picocolors';
import { usageError } from '../exit.ts';

export interface PageOptions {
  readonly limit?: string;
  readonly cursor?: string;
}

/** The options that every list has. */
export const paged = (command: Command): Command =>
  command.option('--limit <n>', 'at most this many, 1 to 100; default 50').option('--cursor <cursor>', 'the next page');

/** What these options send. @throws CliError if the number is none */
export function pageOf({ limit, cursor }: PageOptions) {
  if (limit !== undefined && !/^\d+$/.test(limit)) throw usageError('--limit must be a whole number');
  return { ...(limit !== undefined && { limit: Number(limit) }), ...(cursor !== undefined && { cursor }) };
}

/** How the next page is had; '' after the last. */
export const more = (cursor: string | null): string => (cursor ? pc.dim(`More: --cursor ${cursor}`) : '');

/** Such as "2026-11-26 20:57", in UTC. */
export const minute = (instant: string | null): string => instant?.slice(0, 16).replace('T', ' ') ?? 'never';

import type { Page } from '../drivers/page-client.ts';

/** What an answer tells caches and searches. */
export const cacheHeaders = ({ headers }: Page) => [headers.get('cache-control'), headers.get('x-robots-tag')];

/** The same of what is one person's: kept by no cache, found by no search. */
export const PERSONAL = ['private, no-store', 'noindex'];

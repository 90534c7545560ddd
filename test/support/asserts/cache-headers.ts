import type { Page } from '../drivers/page-client.ts';

/** The headers of an answer for caches and search engines. */
export const cacheHeaders = ({ headers }: Page) => [headers.get('cache-control'), headers.get('x-robots-tag')];

/** The cache headers of personal pages: not cached, not indexed. */
export const PERSONAL = ['private, no-store', 'noindex'];

import type { Urls } from '../../core/urls.ts';

/** Where people compare plans. */
export const plansUrl = ({ appUrl }: Pick<Urls, 'appUrl'>): string => `${appUrl}/plans`;

import type { MakePages } from '../../origins.ts';
import { appPages, publicPages } from '../routes.ts';
import { readAssets } from './stylesheet.ts';
import type { PageKit } from './visit.ts';
import { readWebBuild } from './web-build.ts';

/**
 * The pages of the public and the app origin. But for sign-in and a choice of language they set no cookie, and what a guest has
 * done so far travels sealed in the address of the next step. Whatever they do, and the times and meetings that they show, go by
 * operations; they read the store only for looks (brand, names, fuller words of a meeting), for what their own sealed state
 * stands for, and for who is signed in or invited.
 */
export const makePages: MakePages = (services, { dispatcher, limiter, metrics }) => {
  const { hrefs, serve } = readAssets();
  const kit: Omit<PageKit, 'isForGuests'> = {
    services,
    dispatch: dispatcher.dispatch.bind(dispatcher),
    deadlineMs: dispatcher.deadlineMs,
    pageKey: services.secrets.page,
    assets: hrefs,
    build: readWebBuild(services.webFolder),
    limiter,
    metrics,
  };
  return {
    public: publicPages({ ...kit, isForGuests: true }, serve),
    app: appPages({ ...kit, isForGuests: false }, serve),
  };
};

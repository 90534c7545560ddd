import { readAvatars } from '../../../store/bookable/avatars.ts';
import { readBrandings } from '../../../store/workspaces/branding.ts';
import { BatchedLookup } from '../../core/batched-lookup.ts';
import type { MakePages } from '../../origins.ts';
import { prepareDocs } from '../docs/docs-views.ts';
import { appPages, publicPages } from '../routes.ts';
import type { PageKit } from './page-kit.ts';
import { PageRenderer } from './page-renderer.ts';
import { readAssets } from './stylesheet.ts';
import { readWebBuild } from './web-build.ts';

/**
 * The pages of the public and the app origin. They set cookies only for sign-in and for a chosen language: a guest's progress is
 * sealed in the address of the next step. Pages act by operations, and read times and meetings by operations. They read the
 * store only for display (brand, names, pictures, details of a meeting), for what their sealed state refers to, and for sessions and
 * invitations.
 */
export const makePages: MakePages = (services, { dispatcher, limiter, metrics, oauth }) => {
  const { hrefs, serve } = readAssets();
  const kit: Omit<PageKit, 'isForGuests'> = {
    services,
    dispatch: dispatcher.dispatch.bind(dispatcher),
    deadlineMs: dispatcher.deadlineMs,
    pageKey: services.secrets.page,
    assets: hrefs,
    build: readWebBuild(services.webFolder),
    renderer: new PageRenderer(),
    brands: new BatchedLookup((slugs) => readBrandings(services.sql, slugs)),
    faces: new BatchedLookup((addresses) => readAvatars(services.sql, addresses)),
    limiter,
    metrics,
    oauth,
  };
  const guests = publicPages({ ...kit, isForGuests: true }, serve);
  const app = appPages({ ...kit, isForGuests: false }, serve);
  return {
    public: guests.router,
    app: app.router,
    personalPaths: { public: guests.personalPaths, app: app.personalPaths },
    prepare: () => prepareDocs(services.urls),
  };
};

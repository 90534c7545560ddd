import { noGuideProblem } from '../shell/problems.ts';
import type { Show } from '../shell/visit.ts';
import { docsApi, docsArea, docsGuide, docsIndex, docsSearch } from './docs-views.ts';

/** For an address that somebody guesses. */
export const leadTo =
  (path: string): Show =>
  (visit) =>
    visit.goTo(path);

const showNoGuide: Show = (visit) => visit.show('problem', noGuideProblem(visit.locale), 404);

/** GET /docs */
export const showDocs: Show = (visit) => visit.show('docsIndex', docsIndex(visit.kit.services.urls));

const showGuideIn =
  (folder: string): Show =>
  async (visit) => {
    if (await visit.isOverLimit()) return;
    const guide = docsGuide(visit.kit.services.urls, `${folder}${visit.part('guide')}`);
    return guide ? visit.show('docsGuide', guide) : showNoGuide(visit);
  };

/** GET /docs/{guide} */
export const showGuide = showGuideIn('');

/** GET /docs/operations/{guide} */
export const showOperationsGuide = showGuideIn('operations/');

/** GET /docs/search?q= */
export const showDocsSearch: Show = async (visit) => {
  // Counted first: a search costs more than other pages.
  if (await visit.isOverLimit()) return;
  visit.show('docsSearch', docsSearch(visit.kit.services.urls, visit.query('q') ?? ''));
};

/** GET /docs/api */
export const showDocsApi: Show = (visit) => visit.show('docsApi', docsApi(visit.kit.services.urls));

/** GET /docs/api/{area} */
export const showDocsArea: Show = async (visit) => {
  if (await visit.isOverLimit()) return;
  const area = docsArea(visit.kit.services.urls, visit.part('area'));
  return area ? visit.show('docsArea', area) : showNoGuide(visit);
};

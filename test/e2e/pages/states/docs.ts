import { docsApi, docsArea, docsGuide, docsIndex, docsSearch } from '../../../../api/pages/docs/docs-views.ts';
import type { PageName, PageProps } from '../../../../web/server.tsx';
import { html } from './base.ts';

const URLS = {
  appUrl: 'https://holdfast.example',
  publicUrl: 'https://book.holdfast.example',
  mcpUrl: 'https://mcp.holdfast.example',
};

/** A page that must be there. */
const page = <Name extends PageName>(name: Name, props: PageProps<Name> | undefined): string => {
  if (!props) throw new Error(`no ${name}`);
  return html<Name>(name, props);
};

export const docsStates: Readonly<Record<string, string>> = {
  'docs-index': page('docsIndex', docsIndex(URLS)),
  'docs-guide': page('docsGuide', docsGuide(URLS, 'booking-by-api')),
  'docs-guide-tables': page('docsGuide', docsGuide(URLS, 'errors-and-limits')),
  'docs-api': page('docsApi', docsApi(URLS)),
  'docs-area': page('docsArea', docsArea(URLS, 'public-booking')),
  'docs-search': page('docsSearch', docsSearch(URLS, 'code')),
  'docs-search-nothing': page('docsSearch', docsSearch(URLS, `<script>alert(1)</script>${'unbreakable'.repeat(9)}`)),
};

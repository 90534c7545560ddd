/**
 * The test files that do without the run's PostgreSQL and Temporal (the project "pure" of vitest.config.ts). Run alone, they
 * start at once. A file that starts a stack does not belong here: it fails and says so.
 */
export const PURE: readonly string[] = [
  'test/agents/token-lists.test.ts',
  'test/domain/**/*.test.ts',
  'test/schemas/**/*.test.ts',
  'test/web/**/*.test.{ts,tsx}',
  'test/activities/billing/stripe*.test.ts',
  'test/activities/booking/announcements.test.ts',
  'test/activities/calendars/{google,google-writing,live-check,microsoft,microsoft-failures,microsoft-writing}.test.ts',
  'test/activities/mail/{german,*-message,request-messages,text-of-strangers}.test.ts',
  'test/activities/{outbound,prep}/{public-address,outbound,dialler,read-html,weigh-robots,reader,look-up-domain,hostile-sites,pace,provider}.test.ts',
  'test/api/auth/{connector-token,return-to}.test.ts',
  'test/api/core/{describe-error,dispatch,dispatch-errors,ended-in-log,json-schema,list-cursor,rate-limits,tool-arguments,tool-order,tools,unknown-fields,unknown-tool,untrusted,wire}.test.ts',
  'test/api/handlers/bookable/open-times.test.ts',
  'test/api/handlers/booking/mail-domains.test.ts',
  'test/api/handlers/ops/{meta,operating-gauges}.test.ts',
  'test/api/mcp/{calendar-link,edge,mcp,thin-entry}.test.ts',
  'test/api/oauth/{documents,narrow,pending-request}.test.ts',
  'test/api/openapi/openapi.test.ts',
  'test/api/pages/app/{prep-news,prep-pack-view}.test.ts',
  'test/api/pages/booking/{booking-state,calendar-links,form-problems,place-of}.test.ts',
  'test/api/pages/shell/{page-errors,page-language,page-token,sealed-state,stylesheet}.test.ts',
  'test/api/rest/{query-text,rest-input,rest}.test.ts',
  'test/cli/{client-name,output,reference,words}.test.ts',
  'test/docs/{answers,reasons,replay-query,workspace-tools}.test.ts',
  'test/scripts/**/*.test.ts',
  'test/store/ops/migration-rules.test.ts',
  'test/infra/local/**/*.test.ts',
  'test/infra/{config,installation,log}.test.ts',
  'test/workers/{heartbeat,sdk-logger}.test.ts',
];

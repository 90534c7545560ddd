import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { readExport } from '../../api/handlers/workspaces/imports/read-export.ts';
import { openOutbound } from '../../outbound/open-outbound.ts';
import { type InternetStandIn, startInternetStandIn } from '../../stand-ins/internet/stand-in.ts';

let internet: InternetStandIn;
beforeAll(async () => {
  internet = await startInternetStandIn();
});
afterAll(() => internet.close());

const get = async (url: string, headers: Record<string, string>) => {
  const { outbound } = openOutbound({ appUrl: 'https://app.holdfast.test', internetStandInUrl: internet.url });
  const answer = await outbound({ url, headers });
  if (answer.outcome !== 'answered') throw new Error(answer.reason);
  return { status: answer.status, body: JSON.parse(answer.body.toString('utf8')) as never };
};

interface Published {
  readonly paths: Readonly<Record<string, string>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const published = JSON.parse(
  readFileSync(new URL('../fixtures/published-apis/calcom.json', import.meta.url), 'utf8'),
) as Published;

/** A schema of the document. OpenAPI 3.0 says null by `nullable`. */
const schemaOf = (name: string): z.ZodType => {
  const text = JSON.stringify(published.components.schemas).replaceAll('#/components/schemas/', '#/$defs/');
  const $defs = JSON.parse(text, (_, value) =>
    value?.nullable === true && value.type ? { anyOf: [{ ...value, nullable: undefined }, { type: 'null' }] } : value,
  );
  return z.fromJSONSchema({ $ref: `#/$defs/${name}`, $defs });
};

it.each([
  ['/v2/schedules', '2024-06-11'],
  ['/v2/event-types', '2024-06-14'],
])('%s answers as Cal.com publishes it', async (path, version) => {
  const headers = { authorization: 'Bearer cal_local', 'cal-api-version': version };
  const { status, body } = await get(`https://api.cal.com${path}`, headers);
  const schema = schemaOf(published.paths[path] ?? '');
  expect(status).toBe(200);
  expect((body as { data: unknown[] }).data.length).toBeGreaterThan(0);
  expect(schema.safeParse(body).error?.issues ?? []).toEqual([]);
  // The check can fail.
  const [first] = (body as { data: Record<string, unknown>[] }).data;
  expect(schema.safeParse({ ...(body as object), data: [{ ...first, id: 'eleven' }] }).success).toBe(false);
  expect(readExport(body, '2026-11-28').unknown).toBe(0);
});

it('Cal.com gives event types of nobody to a wrong key, and refuses it its hours', async () => {
  const ask = (path: string, version: string) =>
    get(`https://api.cal.com${path}`, { authorization: 'Bearer cal_wrong', 'cal-api-version': version });
  expect(await ask('/v2/event-types', '2024-06-14')).toMatchObject({ status: 200, body: { data: [] } });
  expect(await ask('/v2/schedules', '2024-06-11')).toMatchObject({ status: 401 });
});

it('Calendly gives pages by their token', async () => {
  const headers = { authorization: 'Bearer pat_local_pages' };
  const { body: me } = await get('https://api.calendly.com/users/me', headers);
  const { uri: user } = (me as { resource: { uri: string } }).resource;
  const page = async (more: Record<string, string>) =>
    (await get(`https://api.calendly.com/event_types?${new URLSearchParams({ user, count: '100', ...more })}`, headers))
      .body as { collection: unknown[]; pagination: { next_page_token: string | null; next_page: string | null } };
  const first = await page({});
  expect(first.collection).toHaveLength(100);
  const token = first.pagination.next_page_token ?? '';
  expect(first.pagination.next_page).toContain(`page_token=${token}`);
  const last = await page({ page_token: token });
  expect([last.collection.length, last.pagination.next_page_token]).toEqual([30, null]);
});

import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventTypes } from '../../../../schemas/operations/event-types.ts';
import { EVENT_TYPE_CAPS } from '../../../../schemas/shapes/event-type-caps.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { http } from '../../../support/drivers/http.ts';
import { shareTeamStack } from '../../../support/stack/team-stack.ts';

const its = shareTeamStack();
let headers: Readonly<Record<string, string>>;
beforeEach(async () => {
  headers = (await its.team.key('owner')).headers;
});

const create = (more: object = {}) =>
  callHost(
    its.stack.appUrl,
    eventTypes.createEventType,
    { name: 'Intro', durationMinutes: 30, locationType: 'phone', ...more },
    headers,
  );
const update = (eventTypeId: string, change: object) =>
  callHost(its.stack.appUrl, eventTypes.updateEventType, { eventTypeId, ...change }, headers);

/** Makes existing event types, without the API. */
const fill = (count: number, hostId: string, formId: string | null = null) => {
  const { sql } = its.stack;
  const rows = Array.from({ length: count }, (_, n) => ({
    id: uuidv7(),
    workspace_id: its.team.workspaceId,
    host_id: hostId,
    slug: `filled-${String(n).padStart(4, '0')}`,
    name: `Filled ${String(n).padStart(4, '0')}`,
    duration_minutes: 30,
    location_type: 'phone',
    form_id: formId,
  }));
  return sql`insert into event_types ${sql(rows)}`;
};
const countOf = async (): Promise<number> => {
  const [row] = await its.stack.sql<{ count: number }[]>`
    select count(*)::int as count from event_types where workspace_id = ${its.team.workspaceId} and archived_at is null`;
  return row?.count ?? 0;
};

/** A form of about so many bytes, 11,000 to 35,000. */
const formOf = (bytes: number) => {
  const fields = Array.from({ length: 50 }, (_, n) => ({ key: `q${n}`, type: 'short_text', label: 'x'.repeat(150) }));
  const helpText = 'y'.repeat(Math.floor((bytes - JSON.stringify(fields).length) / 50) - 40);
  return { fields: fields.map((field) => ({ ...field, helpText })) };
};

describe('event types', () => {
  it('end at 200 for one host, racers counted; an archived one makes room, and a repeated call finds its own', async () => {
    const { userId } = its.team.members.owner;
    await fill(EVENT_TYPE_CAPS.perOwner - (await countOf()) - 1, userId);
    const racers = await Promise.all(Array.from({ length: 6 }, (_, n) => create({ slug: `racer-${n}` })));
    expect(racers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(422)]);
    expect(await countOf()).toBe(EVENT_TYPE_CAPS.perOwner);
    const full = (await create({ slug: 'one-more' })).json().error;
    expect(full).toMatchObject({
      code: 'request.unprocessable',
      details: { reason: 'too_many_event_types', max: EVENT_TYPE_CAPS.perOwner },
    });
    expect((await create({ slug: 'filled-0000' })).json().error.details?.reason).toBe('slug_taken');
    await its.stack.sql`
      update event_types set archived_at = now() where workspace_id = ${its.team.workspaceId} and slug = 'filled-0000'`;
    expect((await create({ slug: 'one-more' })).status).toBe(200);
  });

  it('end at 1,000 for one workspace, for all hosts together', async () => {
    await fill(EVENT_TYPE_CAPS.perWorkspace - (await countOf()), its.team.members.member.userId);
    expect((await create()).json().error.details).toEqual({
      reason: 'too_many_event_types',
      max: EVENT_TYPE_CAPS.perWorkspace,
    });
  });

  it('of a calendar are listed by name, 200 at most', async () => {
    await fill(EVENT_TYPE_CAPS.listed + 20, its.team.members.owner.userId);
    const answer = await http(`${its.stack.publicUrl}/api/v1/public/${its.team.slug}/hedy`);
    const listed = (answer.json().eventTypes as { name: string }[]).map(({ name }) => name);
    expect(listed).toHaveLength(EVENT_TYPE_CAPS.listed);
    expect(listed.slice(0, 2)).toEqual(['Call', 'Filled 0000']);
  });
});

describe('a form', () => {
  it('of more than 32,000 bytes is refused by name, made or changed', async () => {
    const made = await create({ form: formOf(30_000) });
    expect(made.status, made.text).toBe(200);
    const { id } = made.json().eventType as { id: string };
    const tooLong = { form: formOf(34_500) };
    for (const answer of [await create({ slug: 'long', ...tooLong }), await update(id, tooLong)]) {
      expect([answer.status, answer.json().error.details?.issues]).toEqual([
        400,
        [{ path: 'form', message: expect.stringContaining('32000 bytes') }],
      ]);
    }
  });

  it.each([
    ['51 questions', { fields: Array.from({ length: 51 }, (_, n) => ({ key: `q${n}`, type: 'date', label: 'x' })) }],
    [
      '101 choices',
      {
        fields: [
          {
            key: 'q',
            type: 'single_select',
            label: 'x',
            config: { options: Array.from({ length: 101 }, (_, n) => ({ value: `${n}`, label: `${n}` })) },
          },
        ],
      },
    ],
  ])('with %s is refused', async (_, form) => {
    const answer = await create({ form });
    expect([answer.status, answer.json().error.details?.issues]).toEqual([
      400,
      [expect.objectContaining({ path: expect.stringMatching(/^form\.fields/) })],
    ]);
  });

  it('is refused where all forms of its host would be more than a megabyte, made or changed', async () => {
    const { sql } = its.stack;
    const [form] = await sql<{ id: string }[]>`
      insert into forms (id, workspace_id, slug, name, fields)
      values (${uuidv7()}, ${its.team.workspaceId}, 'big', 'Big', ${sql.json([{ label: 'x'.repeat(980_000) }])}) returning id`;
    await fill(1, its.team.members.owner.userId, form?.id);
    const small = await create({ slug: 'small', form: formOf(13_500) });
    expect(small.status, small.text).toBe(200);
    const { id } = small.json().eventType as { id: string };
    const tooMuch = { form: formOf(30_000) };
    for (const answer of [await create({ slug: 'big', ...tooMuch }), await update(id, tooMuch)]) {
      expect([answer.status, answer.json().error.details]).toEqual([
        422,
        { reason: 'forms_too_large', field: 'form', max: EVENT_TYPE_CAPS.formBytesPerOwner },
      ]);
    }
  });
});

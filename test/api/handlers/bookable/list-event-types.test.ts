import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeEvent, createHost, giveForm, intake } from '../../../support/drivers/host.ts';
import { callerOver, outputOf, refusalOf, surfaces } from '../../../support/drivers/surfaces.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ worker: false });
});
afterAll(() => stack.close());

describe.each(surfaces)('list event types over %s', (surface) => {
  const { call } = callerOver(surface, () => stack);
  const list = (workspace: string, username: string) => call('listEventTypes', { workspace, username });

  describe('200', () => {
    it('says whose calendar it is and what is always collected', async () => {
      const { calendar, invitee } = outputOf(await list('acme', 'ada'));
      expect(calendar).toEqual({
        organization: { slug: 'acme', name: 'Acme' },
        owner: { username: 'ada' },
        hostTimezone: 'Europe/Berlin',
      });
      expect(invitee.fields.map(({ key, required }) => [key, required])).toEqual([
        ['email', true],
        ['timezone', true],
        ['name', false],
      ]);
    });

    it('lists events by name in the public view and no setting besides', async () => {
      const { eventTypes } = outputOf(await list('acme', 'ada'));
      expect(eventTypes.map(({ slug }) => slug)).toEqual(['deep-dive-60', 'intro-30', 'approval-45']);
      expect(eventTypes[1]).toEqual({
        id: expect.any(String),
        slug: 'intro-30',
        name: 'Intro call',
        description: 'Half an hour to get to know each other.',
        durationMinutes: 30,
        locationType: 'custom_link',
        maxFutureDays: 60,
        form: null,
      });
    });

    it('shows a form whole, with the keys that every booking answers', async () => {
      const host = await createHost(stack.sql, { location_detail: '+49 30 901820' });
      await giveForm(stack.sql, host, intake);
      const { eventTypes } = outputOf(await list(host.address.workspace, 'hedy'));
      expect(eventTypes[0]?.form).toMatchObject({
        definition: { fields: intake },
        requiredFieldKeys: ['topic', 'size'],
      });
    });

    it('leaves out hidden and archived events; a host without any has an empty list', async () => {
      const host = await createHost(stack.sql, { hidden: true });
      expect(outputOf(await list(host.address.workspace, 'hedy')).eventTypes).toEqual([]);
      await changeEvent(stack.sql, host, { hidden: false });
      expect(outputOf(await list(host.address.workspace, 'hedy')).eventTypes).toHaveLength(1);
      await changeEvent(stack.sql, host, { archived_at: new Date().toISOString() });
      expect(outputOf(await list(host.address.workspace, 'hedy')).eventTypes).toEqual([]);
    });

    it('is open in a locked workspace: reads go on', async () => {
      const host = await createHost(stack.sql);
      await stack.sql`update workspaces set subscription_status = 'inactive' where id = ${host.workspaceId}`;
      expect(outputOf(await list(host.address.workspace, 'hedy')).eventTypes).toHaveLength(1);
    });

    it('has no zone for a host without a schedule', async () => {
      const host = await createHost(stack.sql);
      await stack.sql`delete from schedules where workspace_id = ${host.workspaceId}`;
      expect(outputOf(await list(host.address.workspace, 'hedy')).calendar.hostTimezone).toBeNull();
    });
  });

  describe('404', () =>
    it.each([
      ['acme', 'nobody'],
      ['nowhere', 'ada'],
      ['ACME', 'ada'],
    ])('%s/%s', async (workspace, username) => {
      const { status, code, message, details } = refusalOf(await list(workspace, username));
      expect([status, code, details.reason]).toEqual([404, 'resource.not_found', 'unknown_calendar']);
      const path = '/api/v1/public/manage/booking?token=';
      expect([message.includes(path), message.includes('manage')]).toEqual([surface === 'REST', surface === 'REST']);
    }));

  describe('400', () =>
    it('names a part of the link that is too long', async () => {
      const { status, details } = refusalOf(await list('a'.repeat(61), 'ada'));
      expect([status, details.issues[0].path]).toEqual([400, 'workspace']);
    }));
});

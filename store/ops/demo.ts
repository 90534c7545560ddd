import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { DEFAULT_REMINDERS } from '../../domain/reminders/reminders.ts';
import type { FormField } from '../../schemas/shapes/forms.ts';
import { inTransaction, json, type Transaction } from '../database.ts';

const HOSTS = [
  {
    name: 'Ada Lovelace',
    username: 'ada',
    role: 'owner',
    timezone: 'Europe/Berlin',
    windows: [
      [540, 720],
      [780, 1020],
    ],
  },
  { name: 'Grace Hopper', username: 'grace', role: 'admin', timezone: 'America/New_York', windows: [[540, 1020]] },
  { name: 'Linus Pauling', username: 'linus', role: 'member', timezone: 'Asia/Kolkata', windows: [[600, 1080]] },
] as const;

const INTAKE: readonly FormField[] = [
  {
    key: 'topic',
    type: 'short_text',
    label: 'What should we talk about?',
    required: true,
    helpText: 'One line is enough.',
    config: { maxLength: 200 },
  },
  {
    key: 'team_size',
    type: 'single_select',
    label: 'How large is your team?',
    required: true,
    config: {
      options: [
        { value: 'solo', label: 'Just me' },
        { value: 'small', label: '2 to 10' },
        { value: 'large', label: 'More than 10' },
      ],
    },
  },
  { key: 'uses_competitor', type: 'boolean', label: 'Do you use another scheduling tool today?', required: false },
  {
    key: 'competitor',
    type: 'short_text',
    label: 'Which one?',
    required: true,
    conditionalLogic: { all: [{ key: 'uses_competitor', op: 'equals', value: true }] },
  },
];

interface DemoHost {
  readonly userId: string;
  readonly scheduleId: string;
}

interface DemoEvent {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly durationMinutes: number;
  readonly bufferMinutes?: number;
  readonly requiresApproval?: boolean;
  readonly formId?: string;
}

/**
 * The demo workspace of local mode: acme, with Ada, Grace and Linus. If it exists, does nothing.
 * @returns whether it made it.
 */
export const seedDemo = (sql: Sql): Promise<boolean> =>
  inTransaction(sql, async (tx) => {
    const workspaceId = uuidv7();
    const [created] = await tx`
      insert into workspaces (id, slug, name, timezone, plan, subscription_status) values (${workspaceId}, 'acme', 'Acme', 'Europe/Berlin', 'growth', 'active')
      on conflict (slug) do nothing returning id`;
    if (!created) return false;
    const formId = uuidv7();
    await tx`
      insert into forms (id, workspace_id, slug, name, fields)
      values (${formId}, ${workspaceId}, 'deep-dive', 'Before we meet', ${json(tx, INTAKE)})`;
    for (const host of HOSTS) {
      const seeded = await seedHost(tx, workspaceId, host);
      await seedEvent(tx, workspaceId, seeded, {
        slug: 'intro-30',
        name: 'Intro call',
        description: 'Half an hour to get to know each other.',
        durationMinutes: 30,
      });
      if (host.username === 'ada') await seedAdasEvents(tx, workspaceId, seeded, formId);
    }
    return true;
  });

async function seedHost(tx: Transaction, workspaceId: string, host: (typeof HOSTS)[number]): Promise<DemoHost> {
  const userId = uuidv7();
  const scheduleId = uuidv7();
  await tx`insert into users (id, email, name) values (${userId}, ${`${host.username}@acme.test`}, ${host.name})`;
  await tx`
    insert into memberships (id, workspace_id, user_id, username, role)
    values (${uuidv7()}, ${workspaceId}, ${userId}, ${host.username}, ${host.role})`;
  await tx`
    insert into schedules (id, workspace_id, user_id, name, timezone)
    values (${scheduleId}, ${workspaceId}, ${userId}, 'Working hours', ${host.timezone})`;
  for (const dayOfWeek of [1, 2, 3, 4, 5]) {
    for (const [start, end] of host.windows) {
      await tx`
        insert into schedule_rules (schedule_id, day_of_week, start_minute, end_minute)
        values (${scheduleId}, ${dayOfWeek}, ${start}, ${end})`;
    }
  }
  return { userId, scheduleId };
}

async function seedAdasEvents(tx: Transaction, workspaceId: string, ada: DemoHost, formId: string): Promise<void> {
  await seedEvent(tx, workspaceId, ada, {
    slug: 'deep-dive-60',
    name: 'Deep dive',
    description: 'An hour on your questions, with a few of ours before.',
    durationMinutes: 60,
    bufferMinutes: 10,
    formId,
  });
  await seedEvent(tx, workspaceId, ada, {
    slug: 'approval-45',
    name: 'Office hour',
    description: 'Ada looks at each request before she confirms it.',
    durationMinutes: 45,
    requiresApproval: true,
  });
}

const seedEvent = (tx: Transaction, workspaceId: string, host: DemoHost, event: DemoEvent) => tx`
  insert into event_types (id, workspace_id, host_id, slug, name, description, duration_minutes, location_type, location_detail,
    buffer_before_minutes, buffer_after_minutes, requires_approval, form_id, schedule_id, reminders)
  values (${uuidv7()}, ${workspaceId}, ${host.userId}, ${event.slug}, ${event.name}, ${event.description}, ${event.durationMinutes},
    'custom_link', ${`https://meet.example/acme/${event.slug}`}, ${event.bufferMinutes ?? 0}, ${event.bufferMinutes ?? 0},
    ${event.requiresApproval ?? false}, ${event.formId ?? null}, ${host.scheduleId}, ${json(tx, DEFAULT_REMINDERS)})`;

import { z } from 'zod';
import { keyedReadErrors, keyedWriteErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { ADMINS, EVERYONE, Role, Scope } from '../../shapes/access.ts';
import { definedIn } from '../../shapes/defined-in.ts';
import { line } from '../../shapes/fields.ts';
import { PictureFile } from '../../shapes/picture-file.ts';
import { Plan } from '../../shapes/plan.ts';
import { PrepTextsChange, WorkspacePrepTexts } from '../../shapes/prep-texts.ts';
import { ExpectedVersion, Version } from '../../shapes/versions.ts';
import { WorkspaceDefaults, workspaceDefaultsChange } from '../../shapes/workspace-defaults.ts';
import { HIGHEST_UPCOMING_CAP, SubscriptionStatus, UpcomingCaps, WorkspaceSummary } from '../../shapes/workspaces.ts';

const Colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be # and six hex digits, such as #0b6b5d')
  .describe('#rrggbb');

const UpcomingCap = z.int().min(1).max(HIGHEST_UPCOMING_CAP).nullable().optional();

/** What guests see of a workspace beside its name. */
const Branding = z.object({
  accentColor: z.string().nullable().describe('As you set it, #rrggbb; null: the color of Holdfast.'),
  used: z
    .object({
      light: z.string().describe('On light pages, #rrggbb.'),
      dark: z.string().describe('On dark pages, #rrggbb.'),
      adapted: z.boolean().describe('true: links have another lightness than accentColor, for contrast.'),
    })
    .nullable()
    .describe(
      'What links and marks use: contrast at least 4.5 : 1 (WCAG AA). Buttons have accentColor itself, with black or white text. null: no accentColor.',
    ),
  avatarUrl: z.url().nullable().describe('The picture; null: none.'),
});

/** The workspace of a key or session. */
export const workspace = defineArea({
  getWorkspace: {
    title: 'Get the workspace',
    summary:
      'Where this key or session acts: workspace, plan, you, your role and scopes, and the links to share. Call it first.',
    surface: 'host',
    method: 'GET',
    path: '/workspace',
    auth: { scope: 'any', roles: EVERYONE },
    effect: 'read',
    rateClass: 'keyed',
    tool: 'get_workspace',
    errors: keyedReadErrors,
    input: z.object({}),
    output: z.object({
      workspace: WorkspaceSummary.extend({
        plan: Plan,
        subscriptionStatus: SubscriptionStatus.describe('Whether the plan is paid.'),
        trialEndsAt: z.iso.datetime().nullable().describe('When the trial ends (UTC); null: no trial.'),
        createdAt: z.iso.datetime(),
        eraseAt: z.iso.datetime().nullable().describe('Deleted by an owner: when its data is erased. null: in use.'),
        branding: Branding.describe('Color and picture of the workspace’s pages.'),
        ...UpcomingCaps.shape,
        prepLookups: z.boolean().describe('false: guests’ companies are never looked up.'),
        prepTexts: definedIn('update_workspace takes the same', WorkspacePrepTexts).describe(
          'The workspace’s texts for prep packs, by template.',
        ),
        ...WorkspaceDefaults.shape,
        version: Version,
      }),
      user: z.object({ id: z.uuid(), email: z.string(), name: z.string() }),
      membership: z
        .object({ role: Role, username: z.string().describe('The person’s part of the address.') })
        .describe('The member as which the key acts.'),
      credential: z
        .object({
          kind: z.enum(['key', 'seat', 'session']),
          name: z.string(),
          scopes: z.array(Scope),
          mode: z
            .enum(['live', 'test'])
            .describe('test: bookings are real, their mails are not sent (list_test_mail).'),
        })
        .describe('The credential of this call.'),
      links: z
        .object({
          bookingPage: z.url().describe('The page to share: your event types.'),
          mayBeShared: z.boolean().describe('Somebody may have it: another slug would break their link.'),
          eventTypes: z
            .array(
              z.object({
                id: z.uuid(),
                slug: z.string(),
                name: z.string(),
                durationMinutes: z.int().describe('Duration in minutes.'),
                url: z.url(),
              }),
            )
            .describe('Your own public ones; list_event_types has all.'),
        })
        .describe('Addresses of its pages.'),
      now: z.iso.datetime().describe('The time of this answer, UTC.'),
    }),
  },
  updateWorkspace: {
    title: 'Change the workspace',
    summary:
      'Changes the settings that you send and no others. A new slug breaks every shared booking link; links in mails keep working. Nobody else can take the old one; going back repairs those links. At most 10 in all.',
    surface: 'host',
    method: 'PATCH',
    path: '/workspace',
    auth: { scope: 'workspace.act', roles: ADMINS },
    effect: 'write',
    rateClass: 'keyed',
    tool: 'update_workspace',
    errors: keyedWriteErrors,
    input: z.object({
      name: line(1, 80).optional().describe('Shown on pages and in mails.'),
      slug: line(1, 60).optional().describe('First part of all booking links: a–z, 0–9 and single hyphens.'),
      accentColor: Colour.nullable().optional().describe("#rrggbb of guests' pages; null: Holdfast's."),
      upcomingPerNetwork: UpcomingCap.describe(
        'The most upcoming bookings of one host from one network, of guests who proved nothing by a code. null: the default, 40. 10000: no cap.',
      ),
      upcomingPerMailDomain: UpcomingCap.describe(
        'Like upcomingPerNetwork, by mail domain; at a mail provider, by inbox.',
      ),
      prepLookups: z.boolean().optional().describe('false: guests’ companies are never looked up for prep packs.'),
      prepTexts: PrepTextsChange.optional().describe(
        'Own words for prep packs, by template (sales, partnership, hiring, cs, general): {purpose, brandSpeakFrom: [], doNotSay: [], softQualifyOnly: false, closer, questions: [{text}]}, all optional. Replaces all own texts of the template; null: the standard (docs/prep-templates.md).',
      ),
      ...workspaceDefaultsChange,
      expectedVersion: ExpectedVersion,
    }),
    output: z.object({
      workspace: WorkspaceSummary.extend({
        branding: definedIn('get_workspace', Branding).describe('Color and picture of the workspace’s pages.'),
        ...UpcomingCaps.shape,
        prepLookups: z.boolean().describe('true: companies of guests are looked up.'),
        prepTexts: definedIn('as taken', WorkspacePrepTexts).describe(
          'The workspace’s texts for prep packs, by template.',
        ),
        ...WorkspaceDefaults.shape,
        version: Version,
      }),
    }),
  },
  setWorkspaceAvatar: {
    title: 'Set the avatar',
    summary:
      "Sets the picture at the top of guests' pages; null removes it. PNG, JPEG or WebP by its content, at most 256 KB and 2048 pixels a side; square looks best. Metadata in the file (place, camera, comments, also rotation) is dropped.",
    surface: 'host',
    method: 'POST',
    path: '/workspace/avatar',
    auth: { scope: 'workspace.act', roles: ADMINS },
    effect: 'write',
    largeBody: true,
    rateClass: 'keyed',
    tool: 'set_workspace_avatar',
    errors: keyedWriteErrors,
    input: z.object({ image: PictureFile }),
    output: z.object({
      branding: definedIn('get_workspace', Branding).describe('Color and picture of the workspace’s pages.'),
    }),
  },
});

import { describe, expect, it } from 'vitest';
import { type JsonSchema, jsonSchemaOf, withUntrusted } from '../../../api/core/json-schema.ts';
import { briefOf } from '../../../api/mcp/brief.ts';
import { contract } from '../../../schemas/contract.ts';
import type { Operation } from '../../../schemas/operation.ts';
import { UNTRUSTED_MARK } from '../../../schemas/shapes/untrusted.ts';

const keyed: [string, Operation][] = Object.values(contract)
  .flatMap((area) => Object.entries(area) as [string, Operation][])
  .filter(([, { auth }]) => typeof auth === 'object');

/**
 * Names of text fields whose words are ours or a member's, who act in the workspace anyway. A new text field belongs here,
 * or is marked with `fromStranger`.
 */
const OURS = new Set(
  `accentColor action apiKey attachments changedDates checkFirst claimSentTo closer color currency cursor dark date dateLocal dayOfWeek description end endLocal error eventName
   fromDate helpText hostNotes id instructions intentToken joinUrl key kind label lastDate light locationDetail message nextCursor notice number prefix previousCursor problem prospectEmail
   reason receiptsTo requestedPriceId requiredFieldKeys secret sentence sessionId slug source sourceFingerprint start startLocal state summary theirTime timezone timeZone title token type understood untrusted
   username week workflowId`.split(/\s+/),
);
/** The same for names that strangers' fields have, too: with the field that holds them. */
const OURS_WITHIN = new Set(
  `branding.name candidates.name credential.name definition.name eventType.name eventTypes.name host.name hosts.name otherHosts.name
   keys.name links.name members.email members.name member.email member.name owner.name person.name schedule.name
   schedules.name shortLink.name shortLinks.name team.name teams.name tools.name user.email user.name who.name
   workspace.name workspaces.name plans.name packs.name invitation.email calendars.email connection.email connecting.email targetUser.email providers.name calendarClashes.host unwritten.event local.display seats.displayName seats.agentEmail invitations.email subject.type entries.before entries.after entries.subject
   whyMeeting.eventType locks.brandSpeakFrom locks.doNotSay prepTexts.purpose prepTexts.brandSpeakFrom prepTexts.doNotSay questions.text modelMeta.promptVersion parts.name parts.because missing.points
   options.label options.value all.value any.value latest.hostName items.name items.sourceId items.why items.notes reminders.when reminders.subject reminders.text
   webhook.url webhooks.url webhooks.host delivery.event delivery.data delivery.failure deliveries.event deliveries.data deliveries.failure`.split(
    /\s+/,
  ),
);
/** At the top of an answer: of a key, a seat, a schedule, and a tool's own answer, which lists its own fields. */
const OURS_AT_TOP = new Set(
  'createApiKey.name createAgentSeat.displayName createAgentSeat.agentEmail getSchedule.name createSchedule.name getBilling.planName getPrepPack.purpose executeTool.name executeTool.result proposeSlots.why listTestMail.why'.split(
    ' ',
  ),
);

interface Field {
  readonly path: readonly string[];
  readonly marked: boolean;
}

const isText = (schema: JsonSchema): boolean => {
  if (schema.enum !== undefined || schema.const !== undefined || schema.format !== undefined) return false;
  if (schema.type === 'object')
    return schema.properties === undefined && typeof schema.additionalProperties !== 'object';
  return schema.type === 'string' || !['type', 'anyOf', 'oneOf', 'allOf', '$ref'].some((keyword) => keyword in schema);
};

/** Each field of an output that can hold free text. */
const textsOf = (schema: JsonSchema, defs: JsonSchema, path: readonly string[] = []): Field[] => {
  if (schema[UNTRUSTED_MARK] === true) return [{ path, marked: true }];
  const below = (part: unknown, step: readonly string[] = []) =>
    part !== null && typeof part === 'object' ? textsOf(part as JsonSchema, defs, [...path, ...step]) : [];
  const ref = typeof schema.$ref === 'string' ? below(defs[schema.$ref.replace('#/$defs/', '')]) : [];
  const alternatives = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => (schema[keyword] ?? []) as unknown[]);
  return [
    ...(isText(schema) ? [{ path, marked: false }] : []),
    ...ref,
    ...alternatives.flatMap((part) => below(part)),
    ...Object.entries((schema.properties ?? {}) as JsonSchema).flatMap(([name, part]) => below(part, [name])),
    ...below(schema.items, ['*']),
    ...below(schema.additionalProperties, ['*']),
  ];
};

const isOurs = (name: string, path: readonly string[]): boolean => {
  const [leaf = '', parent] = path.filter((step) => step !== '*').toReversed();
  if (OURS.has(leaf)) return true;
  return parent === undefined ? OURS_AT_TOP.has(`${name}.${leaf}`) : OURS_WITHIN.has(`${parent}.${leaf}`);
};

describe('the output of a keyed operation', () => {
  it.each(keyed)('%s marks each text that a stranger can write, and lists what it marks', (name, { output }) => {
    const { $defs = {}, ...schema } = jsonSchemaOf(output, { io: 'output' });
    const texts = textsOf(schema, $defs as JsonSchema);
    const unclear = texts.filter(({ path, marked }) => !marked && !isOurs(name, path));
    expect(unclear.map(({ path }) => path.join('.'))).toEqual([]);
    const lists = 'untrusted' in ((schema.properties ?? (at($defs, schema.$ref).properties as object) ?? {}) as object);
    expect(lists).toBe(texts.some(({ marked }) => marked));
  });
});

const at = (defs: unknown, ref: unknown): JsonSchema =>
  ((defs as Record<string, JsonSchema>)[String(ref).replace('#/$defs/', '')] ?? {}) as JsonSchema;

describe('words of strangers', () => {
  const tags = String.fromCodePoint(...[...'obey'].map((letter) => 0xe0000 + letter.charCodeAt(0)));

  it('reach an agent as a person sees them, at every level, and ours as they stand', () => {
    const meeting = { id: 'x', title: `T${tags}`, invitee: { name: `Sam${tags}`, email: 'sam@x.example' } };
    const { output } = contract.meetings.listMeetings;
    const answer = withUntrusted({ output }, { meetings: [meeting, { invitee: { name: null } }], nextCursor: null });
    expect(answer).toMatchObject({
      untrusted: expect.arrayContaining(['meetings.*.invitee.name']),
      meetings: [{ title: `T${tags}`, invitee: { name: 'Sam', email: 'sam@x.example' } }, { invitee: { name: null } }],
    });
  });
});

it('a brief list of meetings names only what is left in it', () => {
  const paths = ['meetings.*.invitee.name', 'meetings.*.bookedBy.name'];
  const meeting = {
    ...{ id: 'a', status: 'confirmed', eventType: { name: 'Call' }, host: { name: 'Ada' } },
    ...{ local: { display: 'Mon', timezone: 'UTC' }, bookedBy: { name: 'Grace' } },
  };
  const brief = briefOf(
    'list_meetings',
    {},
    {
      untrusted: paths,
      meetings: [{ ...meeting, invitee: { name: 'Grace', email: 'g@guest.test' } }],
      nextCursor: null,
    },
  );
  expect(brief.untrusted).toEqual(['meetings.*.invitee.name']);
});

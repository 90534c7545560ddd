import { AppError } from '../../schemas/errors.ts';
import { EVENT_TYPE_CAPS } from '../../schemas/shapes/event-type-caps.ts';
import type { Transaction } from '../database.ts';

interface Owner {
  readonly workspaceId: string;
  /** A host, or a team. */
  readonly ownerId: string;
}

/** Whoever adds an event type or a form to a workspace waits in line here, before any other lock: two can't take the last place. */
export const lockEventTypeQuota = (tx: Transaction, workspaceId: string) => tx`
  select 1 from workspaces where id = ${workspaceId} for no key update`;

/** Under {@link lockEventTypeQuota}, before it is added. @throws AppError request.unprocessable (too_many_event_types) */
export async function requireEventTypeQuota(tx: Transaction, { workspaceId, ownerId }: Owner): Promise<void> {
  const [row] = await tx<{ all: number; own: number }[]>`
    select count(*)::int as "all", (count(*) filter (where coalesce(host_id, team_id) = ${ownerId}))::int as own
    from event_types where workspace_id = ${workspaceId} and archived_at is null`;
  if ((row?.own ?? 0) >= EVENT_TYPE_CAPS.perOwner) throw tooMany('This host or team', EVENT_TYPE_CAPS.perOwner);
  if ((row?.all ?? 0) >= EVENT_TYPE_CAPS.perWorkspace) throw tooMany('This workspace', EVENT_TYPE_CAPS.perWorkspace);
}

const tooMany = (whose: string, max: number): AppError =>
  new AppError(
    'request.unprocessable',
    `${whose} has ${max} active event types, which is the most. Archive one (archive_event_type), or change one with update_event_type.`,
    { reason: 'too_many_event_types', max },
  );

/** Under {@link lockEventTypeQuota}, after it is written: all forms of an owner are read with their public page. @throws AppError request.unprocessable (forms_too_large) */
export async function requireFormQuota(tx: Transaction, { workspaceId, ownerId }: Owner): Promise<void> {
  const max = EVENT_TYPE_CAPS.formBytesPerOwner;
  const [row] = await tx<{ bytes: number }[]>`
    select coalesce(sum(octet_length(f.fields::text) + octet_length(coalesce(f.description, ''))), 0)::int as bytes
    from event_types e join forms f on f.id = e.form_id
    where e.workspace_id = ${workspaceId} and coalesce(e.host_id, e.team_id) = ${ownerId} and e.archived_at is null`;
  if ((row?.bytes ?? 0) <= max) return;
  throw new AppError(
    'request.unprocessable',
    `form: with this one the forms of this host or team have more than ${max} bytes together. Ask less here, or archive event types that are not used.`,
    { reason: 'forms_too_large', field: 'form', max },
  );
}

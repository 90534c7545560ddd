import type { guestExports } from '../../../schemas/operations/workspaces/exports.ts';
import { readCodeRequests, readGuestMeetings } from '../../../store/meetings/export-guest.ts';
import { noteExport } from '../../../store/workspaces/export-rows.ts';
import type { Handler } from '../../core/handler.ts';
import { cursorAfter, readCursor } from '../../core/list-cursor.ts';

const LIST = 'export/guest';

/** The log of an export does not bring the address of a guest who is deleted later back. */
export const exportGuest: Handler<typeof guestExports.exportGuest> = async (
  { sql, actor, caller },
  { email, limit, cursor },
) => {
  const { workspaceId } = actor;
  const after = readCursor([LIST], cursor);
  const isFirst = after === undefined;
  const found = await readGuestMeetings(sql, { workspaceId, email, after, limit });
  const codeRequests = isFirst ? await readCodeRequests(sql, workspaceId, email) : [];
  if (isFirst)
    await noteExport(sql, workspaceId, { action: 'guest.exported', data: {} }, { actor, source: caller.source });
  return {
    meetings: found.rows.map(({ row }) => ({ ...row })),
    codeRequests: [...codeRequests],
    nextCursor: cursorAfter(LIST, found),
  };
};

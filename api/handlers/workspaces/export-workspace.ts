import { csvOf } from '../../../domain/workspaces/csv.ts';
import type { exports } from '../../../schemas/operations/workspaces/exports.ts';
import { noteExport, readExport } from '../../../store/workspaces/export-rows.ts';
import type { Handler } from '../../core/handler.ts';
import { cursorAfter, readCursor } from '../../core/list-cursor.ts';

/** A pack is a document, not a cell of a table: JSON has it. */
const withoutPack = ({ prepPack: _, ...row }: Record<string, unknown>): Record<string, unknown> => row;

/** A page is bounded by rows and by size, so a large workspace costs many small calls. */
export const exportWorkspace: Handler<typeof exports.exportWorkspace> = async (
  { sql, actor, caller },
  { part, format, limit, cursor },
) => {
  const { workspaceId } = actor;
  const list = `export/${part}`;
  const after = readCursor([list], cursor);
  const found = await readExport(sql, part, { workspaceId, after, limit });
  if (after === undefined)
    await noteExport(
      sql,
      workspaceId,
      { action: 'workspace.exported', data: { part } },
      { actor, source: caller.source },
    );
  const nextCursor = cursorAfter(list, found);
  const rows = found.rows.map(({ row }) => row);
  return format === 'csv'
    ? { part, csv: csvOf(part === 'meetings' ? rows.map(withoutPack) : rows, after === undefined), nextCursor }
    : { part, rows: [...rows], nextCursor };
};

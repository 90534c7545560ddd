/** Deliveries that are on their way at the same time, of all workspaces. */
export const PLACES_OF_ALL = 200;

/** The same with the first delivery of a workspace, which the places of all do not hold up: beyond it that waits, too. */
export const PLACES_WITH_FIRST = 240;

/** Of one workspace. */
export const PLACES_OF_WORKSPACE = 20;

/** To one host, of all workspaces: what is sent is no flood, whoever asked for it. */
export const PLACES_OF_HOST = 40;

/** Pings wait for no turn and take no place. So many are on their way at once of a workspace, to a host and of all; and begin in a minute, of a workspace. */
export const MOST_PINGS = { workspace: 4, host: 8, all: 50, minute: 30 } as const;

/** What is on its way now. Pings are not among it. */
export interface PlacesTaken {
  readonly ofAll: number;
  readonly ofWorkspace: number;
  readonly ofHost: number;
  /** Of the workspace, to the host. */
  readonly ofWorkspaceToHost: number;
}

/**
 * How many more deliveries of a workspace may leave to a host. A workspace has at most as many places as stay free, of all and of the host:
 * so however many are greedy, who comes next finds a place. The first delivery of a workspace is held up by a full host, or by {@link PLACES_WITH_FIRST}.
 * `heldEndpoints` in store/webhooks/turns.ts asks the same in SQL.
 */
export function placesFor({ ofAll, ofWorkspace, ofHost, ofWorkspaceToHost }: PlacesTaken): number {
  const shareOfAll = Math.ceil((PLACES_OF_ALL - ofAll - ofWorkspace) / 2);
  const shareOfHost = Math.ceil((PLACES_OF_HOST - ofHost - ofWorkspaceToHost) / 2);
  return Math.max(
    0,
    Math.min(
      PLACES_OF_WORKSPACE - ofWorkspace,
      ofWorkspace === 0 && ofAll < PLACES_WITH_FIRST ? Math.max(1, shareOfAll) : shareOfAll,
      shareOfHost,
      PLACES_OF_HOST - ofHost,
    ),
  );
}

/** Deliveries that are on their way at the same time, of all workspaces. Their queue has more places: pings wait for none of these. */
export const PLACES_OF_ALL = 200;

/** Of one workspace. */
export const PLACES_OF_WORKSPACE = 20;

/** To one host, of all workspaces: what is sent is no flood, whoever asked for it. */
export const PLACES_OF_HOST = 40;

/** What is on its way now. */
export interface PlacesTaken {
  readonly ofAll: number;
  readonly ofWorkspace: number;
  readonly ofHost: number;
  /** Of the workspace, to the host. */
  readonly ofWorkspaceToHost: number;
}

/**
 * How many more deliveries of a workspace may leave to a host. A workspace has at most as many places as stay free, of all and of the host:
 * so however many are greedy, who comes next finds a place. The first delivery of a workspace is held up by a full host alone.
 */
export function placesFor({ ofAll, ofWorkspace, ofHost, ofWorkspaceToHost }: PlacesTaken): number {
  const shareOfAll = Math.ceil((PLACES_OF_ALL - ofAll - ofWorkspace) / 2);
  const shareOfHost = Math.ceil((PLACES_OF_HOST - ofHost - ofWorkspaceToHost) / 2);
  return Math.max(
    0,
    Math.min(
      PLACES_OF_WORKSPACE - ofWorkspace,
      ofWorkspace === 0 ? Math.max(1, shareOfAll) : shareOfAll,
      shareOfHost,
      PLACES_OF_HOST - ofHost,
    ),
  );
}

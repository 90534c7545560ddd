/** How long the link to a new address works. */
export const ADDRESS_LINK_MS = 60 * 60_000;

/** For so long the old address can take a change back. */
export const ADDRESS_UNDO_DAYS = 7;

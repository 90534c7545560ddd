/** A document of an app, read from the app's own address. */
export interface ClientDocument {
  readonly status: number;
  readonly body: string;
  /** For how long it may be kept. */
  readonly cacheControl: string;
}

/** A document that can't be read, or whose host is not public: why, in a word for the log. */
export interface UnreadDocument {
  readonly unread: string;
}

/** Reads a document of a stranger: their metadata or their keys. */
export type ReadClientDocument = (url: string) => Promise<ClientDocument | UnreadDocument>;

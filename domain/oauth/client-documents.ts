/** A document of an app, read from the app's own address. */
export interface ClientDocument {
  readonly status: number;
  readonly body: string;
  /** For how long it may be kept. */
  readonly cacheControl: string;
}

/** Reads a document of a stranger: their metadata or their keys. null: it can't be read, or its host is not public. */
export type ReadClientDocument = (url: string) => Promise<ClientDocument | null>;

/** The addresses of the three origins, as callers know them; without a trailing slash. */
export interface Urls {
  readonly appUrl: string;
  readonly publicUrl: string;
  readonly mcpUrl: string;
}

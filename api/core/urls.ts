/** The public addresses of the three origins, without a trailing slash. */
export interface Urls {
  readonly appUrl: string;
  readonly publicUrl: string;
  readonly mcpUrl: string;
}

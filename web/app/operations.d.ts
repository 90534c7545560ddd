declare module 'virtual:operations' {
  /** By name; vite.config.ts reads them from the contract. */
  export const operations: Readonly<
    Record<string, import('../../schemas/rest-call.ts').RestOperation & { readonly tool?: string }>
  >;
}

declare module '*.css';

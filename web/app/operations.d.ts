declare module 'virtual:operations' {
  /** By name, as vite.config.ts reads the contract. */
  export const operations: Readonly<Record<string, import('../../schemas/rest-call.ts').RestOperation>>;
}

declare module '*.css';

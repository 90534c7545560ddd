/** See compile.mjs. */
export function compile(root: string, folder: string, nodeEnv: string): Promise<unknown>;

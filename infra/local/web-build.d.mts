/** See web-build.mjs. */
export function webBuild(onBuild?: () => void): Promise<{ folder: string; ready: Promise<void> }>;

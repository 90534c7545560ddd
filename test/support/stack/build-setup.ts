import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { compile } from '../../../infra/local/compile.mjs';
import { webBuild } from '../../../infra/local/web-build.mjs';
import { workflowBundle } from '../../../workers/bundle.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of worker and api, compiled as `npm start` does; undefined outside of the project `kills`. */
    compiledFolder?: string;
  }
}

/** For tests that start servers of their own: builds the workflow bundle, the browser's part of the pages, worker and api once. */
export default async function setup(project: TestProject): Promise<void> {
  const { root } = project.config;
  const compiledFolder = join(root, 'node_modules', '.cache', 'holdfast', 'test-kills');
  const [bundle] = await Promise.all([
    workflowBundle(join(root, '.local')),
    builtPages(),
    compile(root, compiledFolder, 'production'),
  ]);
  project.provide('bundlePath', bundle);
  project.provide('compiledFolder', compiledFolder);
}

/** @returns the folder of the browser's part of the pages, built again only after a change of its sources */
export async function builtPages(): Promise<string> {
  const { folder, ready } = await webBuild(() => {
    process.stderr.write('Building the pages (once after each change).\n');
  });
  await ready;
  return folder;
}

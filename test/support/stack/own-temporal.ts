import { join } from 'node:path';
import { findTemporal } from '../../../infra/local/find-temporal.ts';
import { LocalStackError } from '../../../infra/local/local-stack-error.ts';
import { freePort } from '../../../infra/local/ports.ts';
import { type LocalTemporal, startTemporal } from '../../../infra/local/temporal-server.ts';
import { temporalPidFile } from './run-folder.ts';

const ATTEMPTS = 3;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Temporal's dev server in memory, its files in a run's folder. The caller stops it. @param settings dynamic configuration, `key=value` */
export async function startOwnTemporal(folder: string, settings: readonly string[] = []): Promise<LocalTemporal> {
  const command = await findTemporal({ env: process.env, say });
  for (let attempt = 1; ; attempt++) {
    try {
      const logFile = join(folder, 'temporal.log');
      return await startTemporal({
        command,
        port: await freePort(),
        logFile,
        pidFile: temporalPidFile(folder),
        settings,
      });
    } catch (error) {
      // Between finding a free port and listening on it, another test may have taken it.
      if (!(error instanceof LocalStackError) || attempt === ATTEMPTS) throw error;
      say(`${error.message}\n${error.advice}\nTrying again, on another port.`);
    }
  }
}

import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { Argument, type Command } from 'commander';
import open from 'open';
import pc from 'picocolors';
import { z } from 'zod';
import { workspace } from '../../schemas/operations/workspaces/workspace.ts';
import { Health, Readiness } from '../../schemas/shapes/health.ts';
import { CliError, EXIT } from '../exit.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';

export const registerMachine = (program: Command): void => {
  program
    .command('open')
    .addArgument(new Argument('[what]').choices(['home', 'booking']))
    .action(action(openPage));
  program.command('doctor').action(action(doctor));
};

async function openPage(session: Session, what = 'home'): Promise<void> {
  const { output, endpoints } = session;
  const url =
    what === 'booking' ? (await session.keyed().call(workspace.getWorkspace, {})).links.bookingPage : endpoints.appUrl;
  output.answer({ url }, () => output.line(url));
  // The address comes from the server. Refuse any that could start a program.
  if (output.interactive && /^https?:\/\//.test(url)) await open(url).catch(() => undefined);
}

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly says: string;
}

async function doctor(session: Session): Promise<void> {
  const { output } = session;
  const findings = [await settings(session), await server(session), await publicServer(session), await key(session)];
  const ok = findings.every((finding) => finding.ok);
  output.answer({ ok, findings }, () => {
    for (const { check, ok: fine, says } of findings)
      output.line(`${fine ? pc.green('ok  ') : pc.red('fail')} ${check}: ${says}`);
  });
  if (!ok) process.exitCode = EXIT.unexpected;
}

const PRIVATE_MODE = 0o600;

async function settings({ profiles }: Session): Promise<Finding> {
  const check = 'settings';
  const there = await access(profiles.file, constants.R_OK).then(
    () => true,
    () => false,
  );
  if (!there) return { check, ok: true, says: `none yet; they will be in ${profiles.file}` };
  const { mode } = await stat(profiles.file);
  const open = (mode & 0o077) !== 0 && process.platform !== 'win32';
  if (open)
    return {
      check,
      ok: false,
      says: `others may read ${profiles.file}. Run: chmod ${PRIVATE_MODE.toString(8)} ${profiles.file}`,
    };
  return { check, ok: true, says: profiles.file };
}

const told = (error: unknown): string => (error instanceof CliError ? error.message : String(error));

/** Readiness, as it is answered: 503 is no error here, and both answers say what is missing. */
async function server({ endpoints: { appUrl } }: Session): Promise<Finding> {
  const check = 'app';
  const answer = await fetch(`${appUrl}/api/v1/health?ready=1`, { signal: AbortSignal.timeout(5_000) }).catch(
    () => null,
  );
  if (answer === null) return { check, ok: false, says: `${appUrl} does not answer; set --url` };
  const health = z.union([Health, Readiness]).safeParse(await answer.json().catch(() => null));
  if (!health.success)
    return { check, ok: false, says: `${appUrl} answers (${answer.status}), but is not Holdfast; set --url` };
  const { status, ...more } = health.data;
  const problems = 'problems' in more ? more.problems : [];
  const words = [`${appUrl} is ${status.replace('_', ' ')}`, ...problems].join('. ');
  return { check, ok: status === 'ready' && problems.length === 0, says: words };
}

async function publicServer({ endpoints }: Session): Promise<Finding> {
  const check = 'booking pages';
  try {
    const { status } = await fetch(endpoints.publicUrl, { signal: AbortSignal.timeout(5_000) });
    return { check, ok: status < 500, says: `${endpoints.publicUrl} answers` };
  } catch {
    return { check, ok: false, says: `${endpoints.publicUrl} does not answer; set --public-url` };
  }
}

async function key(session: Session): Promise<Finding> {
  const check = 'key';
  try {
    const { user, workspace: where, membership } = await session.keyed().call(workspace.getWorkspace, {});
    return { check, ok: true, says: `${user.email}, ${membership.role} of ${where.name}` };
  } catch (error) {
    return { check, ok: false, says: told(error) };
  }
}

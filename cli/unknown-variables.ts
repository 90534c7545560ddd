import { VARIABLES } from './help.ts';

const PREFIX = 'HOLDFAST_';
/** Of servers, whose settings a shell may have beside the tool's. */
const OF_SERVERS = ['HOLDFAST_MODE'];

/** Variables that are named as ours and that nothing reads: a mistyped one would be ignored in silence. Never their values. */
export async function unknownVariables(env: NodeJS.ProcessEnv): Promise<string[]> {
  const known = VARIABLES.map(([name]) => name).filter((name) => name.startsWith(PREFIX));
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith(PREFIX) && ![...known, ...OF_SERVERS].some((one) => one === name),
  );
  if (unknown.length === 0) return [];
  const { namesNear } = await import('../domain/names-near.ts');
  return unknown.map((name) => {
    const near = namesNear(
      name.slice(PREFIX.length),
      known.map((one) => one.slice(PREFIX.length)),
    );
    const advice = near[0] === undefined ? `known are ${known.join(', ')}` : `did you mean ${PREFIX}${near[0]}?`;
    return `${name} is no variable of this tool and is ignored: ${advice}`;
  });
}

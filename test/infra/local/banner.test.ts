import { describe, expect, it } from 'vitest';
import { banner, places } from '../../../infra/local/banner.ts';
import { firstBooking } from '../../../infra/local/first-booking.ts';
import { makePlan, parseOptions } from '../../../infra/local/plan.ts';
import { PORTS } from '../../../infra/local/ports.ts';
import { blocksIn, readGuide } from '../../docs/examples.ts';

const local = { appUrl: 'http://localhost:3000', publicUrl: 'http://localhost:3001', mcpUrl: 'http://localhost:3002' };
const plan = makePlan({}, parseOptions([]));
const readme = readGuide('README.md');

describe('what npm start prints at its end', () => {
  const text = banner(local, `http://localhost:${PORTS.temporalUi.port}`, plan);

  it('are the addresses of README.md, in its order', () => {
    const rows = [...readme.matchAll(/^\| (?<what>.+) \| (?<url>http:\S+) \|$/gm)].map(({ groups }) => ({ ...groups }));
    const listed = places(local, `http://localhost:${PORTS.temporalUi.port}`, plan);
    expect(rows).toEqual(listed);
    for (const { what, url } of listed) expect(text).toMatch(new RegExp(`^  ${what} +${url}$`, 'm'));
  });

  it('are the commands of README.md', () => {
    const [example] = blocksIn(readme).filter(({ name }) => name === 'first-booking');
    expect(firstBooking(local)).toBe(example?.text);
    expect(text).toContain(`\n  ${firstBooking(local).split('\n')[0]}\n`);
  });

  it('has comments that a shell may take for commands, and nothing behind the lines', () => {
    const comments = text.split('\n').filter((line) => /^ +#/.test(line));
    expect(comments).toHaveLength(7);
    expect(comments.filter((line) => /['"`;&|()<>$\\]/.test(line))).toEqual([]);
    expect(text).not.toMatch(/ $/m);
  });

  it('leaves out a Temporal that is not ours', () => {
    expect(banner(local, undefined)).not.toContain('Temporal');
  });
});

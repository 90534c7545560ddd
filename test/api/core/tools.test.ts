import { describe, expect, it } from 'vitest';
import { mcpTools } from '../../../api/core/tools.ts';
import { contract } from '../../../schemas/contract.ts';

describe('the tools of the real contract', () => {
  const tools = [...mcpTools(contract, 'public').values()].map(
    ({ listed }) => listed as unknown as Record<string, Record<string, unknown>>,
  );
  const hintsOf = (name: string) => tools.find((tool) => tool.name === (name as never))?.annotations;

  it('are exactly four', () => {
    expect(tools.map(({ name }) => name)).toEqual([
      'find_bookable_calendar',
      'get_availability',
      'request_booking_code',
      'confirm_booking',
    ]);
  });

  it('say all four hints', () => {
    const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    expect(hintsOf('find_bookable_calendar')).toMatchObject(reads);
    expect(hintsOf('get_availability')).toMatchObject(reads);
    expect(hintsOf('request_booking_code')).toMatchObject({ ...reads, readOnlyHint: false, idempotentHint: false });
    expect(hintsOf('confirm_booking')).toMatchObject({ ...reads, readOnlyHint: false, idempotentHint: true });
  });

  it('have object schemas of their own: answers open to fields of later versions, arguments closed', () => {
    for (const tool of tools) {
      expect(tool.inputSchema?.type).toBe('object');
      expect(tool.outputSchema?.type).toBe('object');
      const text = JSON.stringify(tool);
      expect(JSON.stringify(tool.outputSchema)).not.toContain('"additionalProperties":false');
      expect(tool.inputSchema).toMatchObject({ additionalProperties: false });
      expect(text).not.toContain('$schema');
      const defined = new Set(Object.keys((tool.outputSchema?.$defs ?? {}) as object));
      for (const [, name] of text.matchAll(/"#\/\$defs\/(\w+)"/g)) expect(defined).toContain(name);
    }
  });

  it('cannot be changed by a request', () => {
    for (const tool of tools) expect(Object.isFrozen(tool.inputSchema?.properties)).toBe(true);
  });
});

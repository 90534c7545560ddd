import { expect, it } from 'vitest';
import { mcpTools, ORDER } from '../../../api/core/tools.ts';
import { contract } from '../../../schemas/contract.ts';

it('the catalog names each workspace tool once, and no other', () => {
  const tools = [...mcpTools(contract, 'host').keys()];
  expect(ORDER.toSorted()).toEqual(tools.toSorted());
  expect(tools).toEqual(ORDER);
});

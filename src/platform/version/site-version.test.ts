import { afterAll, beforeAll, expect, it } from 'vitest';
import { rememberPerVersion, setVersionKnown } from './site-version.server.ts';

beforeAll(() => setVersionKnown(true));
afterAll(() => setVersionKnown(false));

it('ISSUE 46 a caller who changes what all visitors share fails in the tests', async () => {
  const remember = rememberPerVersion<{ names: string[]; at: Date }>();
  const read = () => remember('', async () => ({ names: ['b', 'a'], at: new Date(0) }));
  const { names } = await read();
  expect(() => names.sort()).toThrow('read only');
  expect((await read()).names.toSorted()).toEqual(['a', 'b']);
});

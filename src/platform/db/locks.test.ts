import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../../', import.meta.url));
/** Any numbers will do, so that all of them begin alike. */
const LOCK = /\b727_?402_?\d{3}\b/g;

it('no two pieces of work share the number of a lock: the longer one would hold up the other', async () => {
  const names = await readdir(SRC, { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const sources = await Promise.all(files.map((name) => readFile(`${SRC}/${name}`, 'utf8')));
  const locks = sources.flatMap((source) => source.match(LOCK) ?? []);
  const numbers = locks.map((lock) => lock.replaceAll('_', '')).sort();
  expect(numbers.length).toBeGreaterThan(5);
  expect([...new Set(numbers)]).toEqual(numbers);
});

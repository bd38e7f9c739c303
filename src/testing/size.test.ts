import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../', import.meta.url));
/** Not production code: tests, what helps them, and what is generated. */
const OTHER = /\.test\.tsx?$|\.gen\.ts$|(^|\/)testing(\/|\.ts$)/;

const countLines = async () => {
  const files = (await readdir(SRC, { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file) && !OTHER.test(file),
  );
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(SRC, file), 'utf8');
      return { file, lines: text.split('\n').length - 1 };
    }),
  );
};

it('the house does not grow: at most 96,000 lines of production code, 300 in a file', async () => {
  const counted = await countLines();
  expect(counted.length).toBeGreaterThan(1000);
  expect(counted.filter(({ lines }) => lines > 300)).toEqual([]);
  expect(counted.reduce((sum, { lines }) => sum + lines, 0)).toBeLessThanOrEqual(96_000);
});

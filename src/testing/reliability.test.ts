import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const PROMISES = 26;
const ROW = /^\| (\d+) \|/;
const PROOF = /`([^`]+\.test\.tsx?)`: (.+?)(?=<br>| \|$)/g;

const rows = readFileSync('docs/RELIABILITY.md', 'utf8')
  .split('\n')
  .filter((line) => ROW.test(line));

it('docs/RELIABILITY.md names a test for each promise', () => {
  const numbers = rows.map((row) => Number(ROW.exec(row)?.[1]));
  expect(numbers).toEqual(Array.from({ length: PROMISES }, (_, n) => n + 1));
  expect(rows.filter((row) => [...row.matchAll(PROOF)].length === 0)).toEqual([]);
});

it('every test that docs/RELIABILITY.md names is there', () => {
  const proofs = rows.flatMap((row) => [...row.matchAll(PROOF)]);
  const missing = proofs.filter(
    ([, file = '', title = '']) => !readFileSync(file, 'utf8').includes(title),
  );
  expect(missing.map(([proof]) => proof)).toEqual([]);
});

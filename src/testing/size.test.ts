import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../', import.meta.url));
/** Not production code: tests, what helps them, and what is generated. */
const OTHER = /\.test\.tsx?$|\.gen\.ts$|(^|\/)testing(\/|\.ts$)/;

const readSources = async () => {
  const files = (await readdir(SRC, { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file) && !OTHER.test(file),
  );
  return Promise.all(
    files.map(async (file) => ({ file, text: await readFile(join(SRC, file), 'utf8') })),
  );
};

const linesOf = (text: string) => text.split('\n').length - 1;

/** The type assertions in a text: `as` and `<T>value`, besides `as const`. */
const assertionsIn = (file: string, text: string): number => {
  const visit = (node: ts.Node): number => {
    let found = ts.isAssertionExpression(node) && !ts.isConstTypeReference(node.type) ? 1 : 0;
    ts.forEachChild(node, (child) => {
      found += visit(child);
    });
    return found;
  };
  return visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
};

it('no file of production code has more than 300 lines', async () => {
  const counted = (await readSources()).map(({ file, text }) => ({ file, lines: linesOf(text) }));
  expect(counted.length).toBeGreaterThan(300);
  expect(counted.filter(({ lines }) => lines > 300)).toEqual([]);
});

it('the compiler is believed: at most 0.7 type assertions in 1,000 lines', async () => {
  const made = `import { a as b } from 'c';
    const d = b as string, e = [1] as const, f = <number>d, g = (b as unknown) as Set<string>;
    export { d as h };`;
  expect(assertionsIn('made-up.ts', made)).toBe(4);
  const sources = await readSources();
  const lines = sources.reduce((sum, { text }) => sum + linesOf(text), 0);
  const assertions = sources.reduce((sum, { file, text }) => sum + assertionsIn(file, text), 0);
  expect((assertions / lines) * 1000).toBeLessThanOrEqual(0.7);
});

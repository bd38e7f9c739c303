import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Loads files in a process that refuses packages which a release does not have. */
const LOADER = `
import { readFileSync } from 'node:fs';
import { isBuiltin, registerHooks } from 'node:module';
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
registerHooks({
  resolve(specifier, context, next) {
    const name = /^(?:@[^/]+\\/)?[^/]+/.exec(specifier)?.[0] ?? '';
    const isOurs = context.parentURL && !context.parentURL.includes('/node_modules/');
    if (isOurs && !/^(?:[.#/]|file:)/.test(specifier) && !isBuiltin(specifier) && !(name in dependencies))
      throw new Error(name + ' in ' + context.parentURL);
    return next(specifier, context);
  },
});
for (const file of process.argv.slice(1)) await import(file);
console.log('loaded');
process.exit(0);
`;

it('the server loads no package that only the build and the browser need', async () => {
  const entries = ['node', '../mcp/mcp-server'];
  const paths = entries.map((entry) => new URL(`${entry}.server.ts`, import.meta.url).href);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', LOADER, ...paths],
    { env: { PATH: process.env.PATH } },
  );
  expect(stdout.trim()).toBe('loaded');
});

import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Served, serve } from '#testing/serve.ts';

const run = promisify(execFile);
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** A client written from the API's document alone. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

const [baseUrl = '', cookie = ''] = process.argv.slice(2);
const anonymous = createClient<paths>({ baseUrl });
const owner = createClient<paths>({ baseUrl, headers: { cookie } });
const token = await owner.POST('/api/tokens', {
  body: { name: 'Client', role: 'publisher', types: ['faq'], expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
});
if (!token.data) throw new Error(token.error.message);
const editor = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + token.data.token } });

const draft: components['schemas']['NewFaq'] = { question: 'What is a generated client?', slug: 'generated-client', answer: 'A program.' };
const refused = await anonymous.POST('/api/faq', { body: draft });
const made = await editor.POST('/api/faq', { body: draft });
if (!made.data) throw new Error(made.error.message);

const path = { id: made.data.id };
const changed = await editor.PUT('/api/faq/{id}', { params: { path, header: { 'If-Match': '"v1"' } }, body: { category: 'Basics' } });
const read = await anonymous.GET('/api/faq/{id}', { params: { path: { id: 'generated-client' } } });
const html: string | undefined = read.data?.html.answer;
const list = await anonymous.GET('/api/faq', { params: { query: { q: 'generated client', limit: 5 } } });
const closed = await editor.GET('/api/tokens');
const hook = await owner.POST('/api/webhooks', { body: { url: 'https://example.org/hook', events: ['published'] } });
const lines = await owner.GET('/api/activity', { params: { query: { actor: 'token: Client', limit: 5 } } });
const missing = await anonymous.GET('/api/faq/{id}', { params: { path: { id: 'nowhere' } } });

export const checked = async () => {
  // @ts-expect-error a number is no question
  await editor.PUT('/api/faq/{id}', { params: { path }, body: { question: 5 } });
  // @ts-expect-error there is no such call
  await anonymous.GET('/api/nothing');
};

console.log(JSON.stringify({
  refused: refused.error?.message,
  version: changed.data?.version,
  category: read.data?.category,
  html,
  found: list.data?.length,
  missing: missing.error?.message,
  closed: closed.error?.message,
  hook: hook.data?.events,
  lines: lines.data?.map(({ action, actorEmail }) => actorEmail + ' ' + action),
}));
`;

let served: Served;
let folder: string;

beforeAll(async () => {
  served = await serve();
  folder = await mkdtemp(join(tmpdir(), 'api-client-'));
  await symlink(modules, join(folder, 'node_modules'), 'junction');
});
afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a client that is generated from the document', () => {
  it('compiles, and reads and writes with a token', async () => {
    const { text } = await served.get('/api/openapi.json');
    await writeFile(join(folder, 'api.ts'), astToString(await openapiTS(text)));
    await writeFile(join(folder, 'program.ts'), PROGRAM);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const options = ['--strict', '--noEmit', '--target', 'esnext', '--module', 'esnext'];
    const resolving = ['--moduleResolution', 'bundler', '--allowImportingTsExtensions'];
    const types = ['--types', 'node', '--skipLibCheck', '--pretty', 'false'];
    const compiler = join(modules, 'typescript-native/bin/tsc');
    await run(process.execPath, [compiler, ...options, ...resolving, ...types, 'program.ts'], {
      cwd: folder,
    });
    const site = `http://127.0.0.1:${served.port}`;
    const { stdout } = await run(process.execPath, ['program.ts', site, served.cookie], {
      cwd: folder,
    });
    expect(JSON.parse(stdout)).toEqual({
      refused: 'Unauthorized',
      version: 2,
      category: 'Basics',
      html: '<p>A program.</p>',
      found: 1,
      missing: 'FAQ not found',
      closed: 'A token may not do this. Somebody has to sign in for it.',
      hook: ['published'],
      lines: ['token: Client changed', 'token: Client created'],
    });
  });
});

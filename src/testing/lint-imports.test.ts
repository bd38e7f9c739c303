import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../scripts/lint-imports.mjs', import.meta.url));

type Files = Record<string, string>;

/** Runs the real command over a small tree and answers what it prints and its exit code. */
async function lint(files: Files): Promise<{ problems: string[]; code: number }> {
  const root = await mkdtemp(join(tmpdir(), 'fos lint '));
  try {
    for (const [path, text] of Object.entries({ 'src/kit/kit.ts': '', ...files })) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    return await new Promise((resolve) => {
      execFile(process.execPath, [SCRIPT, root], (error, _stdout, stderr) => {
        resolve({ problems: stderr.split('\n').filter(Boolean), code: Number(error?.code ?? 0) });
      });
    });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

const FORBIDDEN: [why: string, from: string, text: string][] = [
  ['kit takes content', 'src/kit/a.ts', `import { x } from '#content/faq/faq.collection.ts';`],
  ['platform takes modules', 'src/platform/a.server.ts', `import '#modules/auth/auth.server.ts';`],
  ['ui takes kit', 'src/ui/button.tsx', `import { x } from '#kit/fields.ts';`],
  ['ui goes up by a relative path', 'src/ui/b.tsx', `import { x } from '../kit/fields.ts';`],
  ['content takes site', 'src/content/faq/faq.ts', `export { x } from '#site/head.tsx';`],
  [
    'modules take admin lazily',
    'src/modules/m/m.ts',
    `const x = () => import('#admin/panel.tsx');`,
  ],
  ['site takes admin', 'src/site/header.tsx', `import {\n  a,\n  b,\n} from '#admin/panel.tsx';`],
  ['admin takes site', 'src/admin/panel.tsx', `import type { A } from '#site/header.tsx';`],
  ['a test crosses the wings', 'src/site/a.test.ts', `import { x } from '#admin/panel.tsx';`],
  ['a site page takes admin', 'src/content/faq/site/a.tsx', `import { x } from '#admin/a.tsx';`],
  ['an admin tab takes site', 'src/content/faq/admin/a.tsx', `import { x } from '#site/a.tsx';`],
  ['a deep look next door', 'src/content/faq/a.server.ts', `import '#content/news/b.server.ts';`],
  ['the browser meets the server', 'src/site/a.tsx', `import { x } from '#platform/db.server.ts';`],
  ['types mixed with values', 'src/kit/b.ts', `import { type T } from './table.server.ts';`],
  ['production code takes testing', 'src/kit/c.ts', `import { x } from '#testing/build-app.ts';`],
  ['something takes an entry', 'src/site/b.tsx', `import { x } from '../entries/client.tsx';`],
];

const ALLOWED: [why: string, from: string, text: string][] = [
  ['content takes the layers below', 'src/content/faq/a.ts', `import { x } from '#kit/fields.ts';`],
  ['a definition next door', 'src/content/faq/b.ts', `import '#content/news/news.collection.ts';`],
  ['the shared folder', 'src/content/faq/c.ts', `import { x } from '#content/shared/seo.ts';`],
  ['a site page takes site', 'src/content/faq/site/a.tsx', `import { x } from '#site/head.tsx';`],
  ['an admin tab takes admin', 'src/content/news/admin/a.tsx', `import { x } from '#admin/a.tsx';`],
  ['the server takes the server', 'src/kit/a.server.ts', `import { x } from './b.server.ts';`],
  ['types of the server', 'src/kit/a.ts', `import type { T } from './table.server.ts';`],
  [
    'an entry takes everything',
    'src/entries/a.ts',
    `import '#admin/a.tsx';\nimport '#site/a.tsx';`,
  ],
  ['a test takes what it needs', 'src/kit/a.test.ts', `import { x } from '#content/index.ts';`],
  [
    'a comment',
    'src/kit/d.ts',
    `// import { x } from '#content/index.ts';\n/* import '#site/a.tsx'; */`,
  ],
  ['packages', 'src/ui/a.tsx', `import { useState } from 'react';`],
];

describe('the linter of import direction', () => {
  it.each(FORBIDDEN)('refuses: %s', async (_why, from, text) => {
    const { problems, code } = await lint({ [from]: text });
    expect(code).toBe(1);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(from);
  });

  it('allows what runs in the right direction', async () => {
    const files = Object.fromEntries(ALLOWED.map(([, from, text]) => [from, text]));
    expect(await lint(files)).toEqual({ problems: [], code: 0 });
  });

  it('judges a content type that it has never heard of, and names the line', async () => {
    const text = `import { x } from '#kit/fields.ts';\nimport { y } from '#content/faq/faq.service.ts';\n`;
    const { problems } = await lint({ 'src/content/made-up/made-up.service.ts': text });
    expect(problems).toEqual([
      'src/content/made-up/made-up.service.ts:2 imports src/content/faq/faq.service.ts: of another content type only its *.collection.ts may be imported',
    ]);
  });
});

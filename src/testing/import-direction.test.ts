import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LAYERS = 'platform kit ui client site admin modules content tools app testing'.split(' ');

/** A file that imports another, and the rule that speaks against it, if one does. */
const CASES: [from: string, to: string, rule?: string][] = [
  ['src/platform/a.ts', 'src/kit/target.ts', 'platform-imports-downwards'],
  ['src/platform/b.server.ts', 'src/modules/auth/target.server.ts', 'platform-imports-downwards'],
  ['src/ui/a.tsx', 'src/kit/target.ts', 'ui-imports-downwards'],
  ['src/kit/a.ts', 'src/content/faq/faq.collection.ts', 'kit-imports-downwards'],
  ['src/kit/e.ts', 'src/client/target.ts', 'kit-imports-downwards'],
  ['src/ui/b.tsx', 'src/client/target.ts', 'ui-imports-downwards'],
  ['src/client/a.ts', 'src/site/target.tsx', 'client-imports-downwards'],
  ['src/client/b.ts', 'src/ui/target.tsx', 'client-imports-downwards'],
  ['src/site/a.tsx', 'src/content/faq/faq.collection.ts', 'site-imports-downwards'],
  ['src/site/b.tsx', 'src/admin/target.tsx', 'pages-and-panel-stay-apart'],
  ['src/admin/a.tsx', 'src/site/target.tsx', 'panel-and-pages-stay-apart'],
  ['src/content/faq/pages/a.tsx', 'src/admin/target.tsx', 'pages-and-panel-stay-apart'],
  ['src/content/faq/admin/a.tsx', 'src/site/target.tsx', 'panel-and-pages-stay-apart'],
  ['src/content/faq/a.ts', 'src/app/target.ts', 'content-imports-downwards'],
  ['src/content/made-up/a.ts', 'src/content/faq/deep.ts', 'content-folders-are-closed'],
  ['src/content/faq/g.ts', 'src/tools/t/target.ts', 'content-imports-downwards'],
  ['src/tools/t/a.ts', 'src/app/target.ts', 'tools-imports-downwards'],
  ['src/tools/t/b.ts', 'src/content/faq/deep.ts', 'content-folders-are-closed'],
  ['src/tools/t/e.ts', 'src/tools/u/deep.ts', 'content-folders-are-closed'],
  ['src/tools/t/pages/a.tsx', 'src/admin/target.tsx', 'pages-and-panel-stay-apart'],
  ['src/modules/m/a.ts', 'src/content/faq/deep.ts', 'modules-imports-downwards'],
  ['src/modules/m/b.ts', 'src/content/faq/faq.collection.ts', 'modules-imports-downwards'],
  ['src/modules/m/c.ts', 'src/tools/t/target.ts', 'modules-imports-downwards'],
  ['src/site/c.tsx', 'src/platform/target.server.ts', 'server-stays-on-the-server'],
  ['src/kit/b.ts', 'src/testing/target.ts', 'only-tests-import-testing'],
  ['src/kit/c.ts', 'src/platform/target.ts'],
  ['src/client/c.ts', 'src/kit/target.ts'],
  ['src/site/e.tsx', 'src/client/target.ts'],
  ['src/admin/b.tsx', 'src/client/target.ts'],
  ['src/site/d.tsx', 'src/ui/target.tsx'],
  ['src/content/faq/pages/b.tsx', 'src/site/target.tsx'],
  ['src/content/faq/admin/b.tsx', 'src/admin/target.tsx'],
  ['src/content/made-up/b.ts', 'src/content/faq/faq.collection.ts'],
  ['src/content/made-up/c.tsx', 'src/content/faq/faq.card.tsx'],
  ['src/content/made-up/d.ts', 'src/content/faq/site.ts'],
  ['src/content/made-up/f.ts', 'src/content/faq/faq.query.ts'],
  ['src/content/made-up/e.ts', 'src/content/shared/target.ts'],
  ['src/content/faq/h.ts', 'src/modules/m/target.ts'],
  ['src/tools/t/c.ts', 'src/content/faq/faq.collection.ts'],
  ['src/tools/t/d.ts', 'src/modules/m/target.ts'],
  ['src/kit/d.server.ts', 'src/platform/target.server.ts'],
  ['src/app/a.ts', 'src/content/faq/deep.ts'],
  ['src/kit/a.test.ts', 'src/app/target.ts'],
];

/** Two files that import each other; the tool names one of them. */
const CIRCLE = ['src/kit/circle-a.ts', 'src/kit/circle-b.ts'];

/** Types of the server may be known anywhere; that is the one import that is written otherwise. */
const TYPES_ONLY = 'src/site/types-only.ts';

const importOf = (to: string) => `import { x } from '#${to.slice(4)}';\nexport const x = 1;\n`;

interface Violation {
  from: string;
  rule: { name: string };
}

describe('the direction of imports', () => {
  let root: string;
  let found: Violation[];

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'fos imports '));
    const files = new Map<string, string>();
    for (const [, to] of CASES) files.set(to, 'export const x = 1;\n');
    for (const [from, to] of CASES) files.set(from, importOf(to).replace('{ x }', '{ x as y }'));
    for (const [from = '', to = ''] of [CIRCLE, CIRCLE.toReversed()]) {
      files.set(from, importOf(to).replace('{ x }', '{ x as y }'));
    }
    files.set(
      TYPES_ONLY,
      "import type { T } from '#platform/target.server.ts';\nexport type { T };\n",
    );
    const imports = Object.fromEntries(LAYERS.map((name) => [`#${name}/*`, `./src/${name}/*`]));
    files.set('package.json', JSON.stringify({ type: 'module', imports }));
    for (const [path, text] of files) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    const args = [
      join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      ...['src', '--output-type', 'json', '--config', join(ROOT, '.dependency-cruiser.mjs')],
    ];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: root,
      maxBuffer: 50_000_000,
    }).catch((error: { stdout: string }) => error);
    found = (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  const rulesOf = (from: string) =>
    found.filter((one) => one.from === from).map(({ rule }) => rule.name);

  it.each(CASES)('%s may import %s, unless a rule says otherwise: %s', (from, _to, rule) => {
    if (rule) expect(rulesOf(from)).toContain(rule);
    else expect(rulesOf(from)).toEqual([]);
  });

  it('finds a circle', () => {
    expect(CIRCLE.flatMap(rulesOf)).toContain('no-circle');
  });

  it('lets a page know the types of the server', () => {
    expect(rulesOf(TYPES_ONLY)).toEqual([]);
  });
});

import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldEntries, slugFieldOf } from '#kit/collection.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { createFactories } from '#testing/factories.ts';
import { exportContent, importContent } from './content-folder.server.ts';
import { loadStarter, starterFolder } from './starter.server.ts';

/** Everything that YAML, Markdown and editors of files are known to lose. */
const AWKWARD = [
  'Two\nlines',
  'Ends in spaces  ',
  ' Begins with a space',
  'First\r\nsecond\r\n',
  '---\nnot the end\n---\n',
  '\n\nEmpty lines around\n\n',
  'Emoji 👩🏽‍💻, 漢字, é, a \u00a0 space, \u2028 and \u200b',
  '"Quoted": \'both\' ways # not a comment',
  '- [ ] {a: b}, &anchor *alias !tag | > % @ `',
  'null',
  '2026-10-15',
  '007',
  'tab\tand back\\slash',
  `${'A long sentence that goes on: "and on". '.repeat(12)}`,
  '<<',
];

const readTree = async (folder: string) => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length), await readFile(path, 'utf8')] as const;
    }),
  );
  return Object.fromEntries(texts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

describe('content as files', () => {
  const open: TestApp[] = [];
  const folders: string[] = [];
  const start = async (data: 'empty' | 'starter') => {
    const app = await buildApp({ data });
    open.push(app);
    return app;
  };
  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'content-files-'));
    folders.push(folder);
    return folder;
  };
  const exportOf = async (app: TestApp) => {
    const folder = await newFolder();
    await exportContent(app.content, app.db, folder);
    return { folder, tree: await readTree(folder) };
  };
  let app: TestApp;

  beforeAll(async () => {
    app = await start('empty');
  });
  afterAll(async () => {
    for (const one of open) await one.close();
    for (const folder of folders) await rm(folder, { recursive: true });
  });

  /** Text fields by turns; slugs, links and the like have rules of their own. */
  const awkwardDraft = (name: string, turn: number) => {
    const { collection } = app.content.partsOf(name);
    const fields = Object.entries(collection.fields).filter(([, field]) => {
      const isText = field.kind === 'text' || field.kind === 'markdown';
      return isText && !field.server && !field.pattern;
    });
    return Object.fromEntries(
      fields.map(([key, field], at) => {
        const text = AWKWARD[(turn + at) % AWKWARD.length] ?? '';
        return [key, text.slice(0, field.max ?? text.length)];
      }),
    );
  };

  const makeItems = async () => {
    const { filled, minimal } = createFactories(app);
    const post = async (name: string, body: Record<string, unknown>) => {
      const response = await app.asEditor('POST', `/api/${name}`, body);
      expect(response, `${name} ${JSON.stringify(response.body)}`).toMatchObject({ status: 201 });
      return response.body;
    };
    for (const { name } of app.content.registry) {
      // Required fields alone: every other field is null or its default.
      await post(name, await minimal(name));
      for (let turn = 0; turn < AWKWARD.length; turn += 3) {
        const unique = name === 'content-hub-configs' ? { pageSlug: `slug-${turn}` } : {};
        await post(name, { ...(await filled(name, awkwardDraft(name, turn))), ...unique });
      }
    }
    return { post, filled, minimal };
  };

  it('FILES brings every item of every type back, whatever its texts hold', async () => {
    const { post, filled, minimal } = await makeItems();
    // Twelve of one title, a slug and a path beyond any file name, and a redirect on a taken address.
    for (let copy = 0; copy < 12; copy += 1) {
      await post('cta-banners', { ...(await filled('cta-banners')), title: 'The same title' });
    }
    await post('news', { ...(await minimal('news')), slug: `a${'-long'.repeat(99)}` });
    await post('redirects', { fromPath: `/a${'-long'.repeat(90)}`, toPath: '/about' });
    const faq = await post('faq', await minimal('faq', { slug: 'taken', isPublished: false }));
    await post('redirects', { fromPath: `/faq/${faq.slug}`, toPath: '/about' });
    await post('faq', { ...(await minimal('faq')), category: '', name: null });

    const first = await exportOf(app);
    const other = await start('empty');
    const count = await importContent(other.content, other.db, first.folder);
    const second = await exportOf(other);

    const counts = await Promise.all(
      app.content.registry.map(({ name }) =>
        app.content.partsOf(name).reader.count({ viewer: { id: 0, email: '', role: 'owner' } }),
      ),
    );
    expect(count).toBe(counts.reduce((sum, one) => sum + one, 0));
    expect(second.tree).toEqual(first.tree);
    const names = app.content.registry.map(({ name }) => name);
    expect(new Set(Object.keys(first.tree).map((path) => path.split('/')[1]))).toEqual(
      new Set(names),
    );
    const response = await other.asEditor('GET', '/api/faq/taken');
    expect(response.body).toMatchObject({ question: faq.question, createdAt: faq.createdAt });
  });

  it('FILES keeps every value, not only every file', async () => {
    const { folder } = await exportOf(app);
    const other = await start('empty');
    await importContent(other.content, other.db, folder);
    for (const collection of app.content.registry) {
      const slugField = slugFieldOf(collection);
      if (!slugField || Object.values(collection.fields).some(({ to }) => to)) continue;
      const kept = fieldEntries(collection).filter(([, field]) => !field.derived);
      const listOf = async (from: TestApp) =>
        (
          await from.content
            .partsOf(collection.name)
            .reader.list({ viewer: { id: 0, email: '', role: 'owner' } })
        )
          .map((item) => Object.fromEntries(kept.map(([key]) => [key, item[key]])))
          .toSorted((a, b) => (String(a[slugField]) < String(b[slugField]) ? -1 : 1));
      expect(await listOf(other), collection.name).toEqual(await listOf(app));
    }
  });

  it('FILES gives the starter content back byte for byte after the first start', async ({
    annotate,
  }) => {
    const first = await start('empty');
    const began = performance.now();
    const count = await loadStarter(first.content, first.db);
    await annotate(`${count} items loaded in ${Math.round(performance.now() - began)} ms`);
    const { tree } = await exportOf(first);
    const files = await readTree(starterFolder);
    expect(Object.keys(tree)).toEqual(Object.keys(files));
    for (const [path, text] of Object.entries(files)) expect(tree[path], path).toBe(text);
  });

  it('FILES changes what is known and leaves the rest alone, also by a part of a folder', async () => {
    const starter = await start('starter');
    const { folder, tree } = await exportOf(starter);
    const part = await newFolder();
    for (const name of ['pages', 'comparisons']) {
      await cp(join(folder, name), join(part, name), { recursive: true });
    }
    const { body } = await starter.asEditor('GET', '/api/comparisons/addepar-vs-masttro');
    const changed = { conclusion: 'None.' };
    const response = await starter.asEditor('PUT', `/api/comparisons/${body.id}`, changed);
    expect(response.body).toMatchObject(changed);
    const { minimal } = createFactories(starter);
    await starter.asEditor('POST', '/api/pages', await minimal('pages', { slug: 'one-more' }));
    expect((await exportOf(starter)).tree).not.toMatchObject(tree);

    await importContent(starter.content, starter.db, part);
    const { '/pages/one-more.md': more, ...again } = (await exportOf(starter)).tree;
    expect(again).toEqual(tree);
    expect(more).toBeDefined();
  });

  it('FILES carries what waits over an item to another database', async () => {
    const from = await start('starter');
    const { body: page } = await from.asEditor('GET', '/api/use-cases/document-management');
    const { body: faq } = await from.asEditor('GET', '/api/faq?limit=2');
    const fields = { title: 'Drafted title', slug: 'drafted', featuredFaqIds: [faq[1].id] };
    const saved = await from.asEditor('PUT', `/api/use-cases/${page.id}/draft`, fields);
    expect(saved.status).toBe(200);
    const { folder, tree } = await exportOf(from);
    expect(tree['/drafts/use-cases/document-management.md']).toContain('Drafted title');
    const to = await start('empty');
    await importContent(to.content, to.db, folder);
    expect((await exportOf(to)).tree).toEqual(tree);
    const { body: same } = await to.asEditor('GET', '/api/use-cases/document-management');
    expect(same.title).toBe(page.title);
    const { body: draft } = await to.asEditor('GET', `/api/use-cases/${same.id}/draft`);
    expect(draft).toMatchObject({ title: 'Drafted title', fields: { slug: 'drafted' } });
  });

  it('FILES names the file and the reason when one cannot be loaded', async () => {
    const { folder } = await exportOf(app);
    const empty = await start('empty');
    await mkdir(join(folder, 'features'), { recursive: true });
    await writeFile(join(folder, 'features', 'broken.md'), '---\nname: [\n---\n');
    await expect(importContent(empty.content, empty.db, folder)).rejects.toThrow(/broken\.md/);
    await writeFile(join(folder, 'features', 'broken.md'), '---\nname: A\nprice: 3\n---\n');
    await expect(importContent(empty.content, empty.db, folder)).rejects.toThrow(
      /broken\.md: .*price/,
    );
    await rm(join(folder, 'features', 'broken.md'));
    await mkdir(join(folder, 'drafts', 'podcasts'), { recursive: true });
    await mkdir(join(folder, 'webinars'));
    await expect(importContent(empty.content, empty.db, folder)).rejects.toThrow(
      /webinars: this release has no such type\n.*podcasts: this release has no such type$/,
    );
    expect((await exportOf(empty)).tree).toEqual({});
  });
});

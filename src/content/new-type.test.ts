import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { cloneDatabase } from '#testing/build-app.ts';
import { NODE_FLAGS } from '../../scripts/lib/node-flags.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** All that a build and a start need. */
const PRODUCT =
  'drizzle drizzle.config.ts package.json package-lock.json public scripts src starter tsconfig.json vite.config.ts'.split(
    ' ',
  );
const EDITOR = { email: 'cook@example.com', password: 'a long pass phrase' };

const change = async (file: string, edit: (text: string) => string) =>
  writeFile(file, edit(await readFile(file, 'utf8')));

/** The smallest content type with pages under another name. */
const asRecipes = (text: string) =>
  text
    .replaceAll('type_entries', 'recipes')
    .replaceAll('/types', '/recipes')
    .replaceAll("name: 'types'", "name: 'recipes'")
    .replaceAll("('types'", "('recipes'")
    .replaceAll('types.collection', 'recipes.collection')
    .replace(/\btypes(Site)?\b(?=[:,.\s])/g, 'recipes$1')
    .replaceAll('Family Office Types', 'Family Recipes')
    .replace("  inSearch: { kind: 'pages', sharesHeadings: true },\n", '')
    .replace('  area: {', "  nav: { label: 'Recipes', header: 8, footer: 9 },\n  area: {");

/** One folder, and a line with its import in three files: all that a new type with a list and an item page needs. */
const addRecipes = async (content: string) => {
  const folder = join(content, 'recipes');
  await cp(join(content, 'types'), folder, { recursive: true });
  await rename(join(folder, 'types.collection.ts'), join(folder, 'recipes.collection.ts'));
  for (const name of await readdir(folder, { recursive: true })) {
    if (/\.tsx?$/.test(name)) await change(join(folder, name), asRecipes);
  }
  const definition = "import { recipes } from './recipes/recipes.collection.ts';\n";
  await change(join(content, 'index.ts'), (text) =>
    definition.concat(text.replace('\n  types,', '\n  types,\n  recipes,')),
  );
  await change(join(content, 'schema.server.ts'), (text) =>
    definition.concat(text, 'export const recipesTable = tableOf(recipes);\n'),
  );
  await change(join(content, '../app/sites.ts'), (text) =>
    "import { recipesSite } from '#content/recipes/site.ts';\n".concat(
      text.replace(
        "\n  'content/types': typesSite,",
        "\n  'content/types': typesSite,\n  'content/recipes': recipesSite,",
      ),
    ),
  );
};

/** A page that belongs to no type, as TanStack's documentation has it: its parameters depend on each other. */
const MENU_PAGE = `import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/menu')({
  validateSearch: (search): { view: string; sort?: string } =>
    search.view === 'table'
      ? { view: 'table', sort: String(search.sort ?? 'name') }
      : { view: 'cards' },
  component: Menu,
});

function Menu() {
  const { view, sort } = Route.useSearch();
  return <h1>{['Menu', view, sort ?? 'unsorted'].join(' ')}</h1>;
}
`;

const addMenu = async (app: string) => {
  await writeFile(join(app, 'menu.page.tsx'), MENU_PAGE);
  await change(join(app, 'routes.ts'), (text) =>
    text.replace(
      "\n  route('/search'",
      "\n  route('/menu', 'app/menu.page.tsx'),\n  route('/search'",
    ),
  );
};

const serve = async (folder: string, databaseUrl: string) => {
  const child = spawn(process.execPath, [...NODE_FLAGS, 'src/app/main.server.ts'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      HOST: '127.0.0.1',
      NODE_ENV: 'production',
      LINK_CHECK_CRON: '',
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: EDITOR.email,
      ADMIN_PASSWORD: EDITOR.password,
    },
  });
  const ended = once(child, 'close');
  let url = '';
  for await (const line of createInterface(child.stdout)) {
    url = /https?:\/\/\S+:\d+/.exec(line)?.[0] ?? url;
    if (/^Ready in/.test(line)) break;
  }
  return { url, stop: () => child.kill('SIGTERM') && ended };
};

it('a new type with a list and an item page is one folder and a line in three files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fos-new-type-'));
  const database = await cloneDatabase('empty');
  let site: Awaited<ReturnType<typeof serve>> | undefined;
  try {
    for (const name of PRODUCT) await cp(join(ROOT, name), join(folder, name), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    await addRecipes(join(folder, 'src/content'));
    await addMenu(join(folder, 'src/app'));
    const tool = (file: string, ...args: string[]) =>
      promisify(execFile)(process.execPath, [join('node_modules', file), ...args], {
        cwd: folder,
        env: { ...process.env, NODE_ENV: 'production' },
      });
    await tool('drizzle-kit/bin.cjs', 'generate');
    await tool('vite/bin/vite.js', 'build');

    site = await serve(folder, database.url);
    const { url } = site;
    const ask = (path: string, init: RequestInit = {}) => fetch(url + path, init);
    const json = { 'content-type': 'application/json', origin: url };
    const signedIn = await ask('/api/auth/login', {
      method: 'POST',
      headers: json,
      body: JSON.stringify(EDITOR),
    });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const add = (path: string, item: object) =>
      ask(path, { method: 'POST', headers: { ...json, cookie }, body: JSON.stringify(item) });
    const recipe = { title: 'Plum cake', slug: 'plum-cake', description: 'With late plums.' };
    expect((await add('/api/recipes', recipe)).status).toBe(201);
    expect(await (await ask('/recipes')).text()).toContain('href="/recipes/plum-cake"');
    const page = await (await ask('/recipes/plum-cake')).text();
    expect(page).toContain('<title>Plum cake - Family Recipes');
    expect(page).toContain('With late plums.');
    expect((await ask('/recipes/no-cake')).status).toBe(404);
    // The second page is another page than the first, though nobody listed its parameter elsewhere.
    expect((await ask('/recipes?page=2')).status).toBe(404);
    expect(await (await ask('/sitemaps/recipes-1.xml')).text()).toContain(
      '/recipes/plum-cake</loc>',
    );
    const find = async () => (await ask('/search?q=plum&kind=recipes')).text();
    await expect.poll(find).toContain('id="found-recipes"');
    expect(await find()).toContain('href="/recipes/plum-cake"');

    const home = await (await ask('/')).text();
    for (const part of ['header', 'footer'])
      expect(new RegExp(`<${part}.*?</${part}>`, 's').exec(home)?.[0]).toMatch(
        /<a [^>]*href="\/recipes"[^>]*>Recipes</,
      );
    const taken = await add('/api/pages', { title: 'Recipes', slug: 'recipes', content: 'Ours.' });
    expect([taken.status, (await taken.json()).fields]).toEqual([
      400,
      { slug: 'This address belongs to the site itself' },
    ]);
    expect(page).toContain('/cards/recipes/plum-cake.png?v=');
    for (const card of ['/cards/recipes.png', '/cards/recipes/plum-cake.png'])
      expect((await ask(card)).headers.get('content-type')).toBe('image/png');

    // The framework sends an address without its defaults to the one with them, and renders that.
    for (const [query, heading] of [
      ['', 'Menu cards unsorted'],
      ['?view=table', 'Menu table name'],
      ['?view=table&sort=price', 'Menu table price'],
      ['?sort=price&view=table', 'Menu table price'],
    ]) {
      const menu = await ask(`/menu${query}`);
      expect([query, menu.status, await menu.text()]).toEqual([
        query,
        200,
        expect.stringContaining(`<h1>${heading}</h1>`),
      ]);
    }
  } finally {
    await site?.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);

import { describe, expect, it } from 'vitest';
import { fieldEntries } from '#kit/collection.ts';
import { type ContentFile, readContentFolder } from '#tools/files/read-folder.server.ts';
import { starterFolder } from '#tools/files/starter.server.ts';
import { HUB_COLLECTIONS } from './content-hub/hub-path.ts';
import { registry } from './index.ts';

const files = await readContentFolder(registry, starterFolder);

/** Pages that are lists or tools, besides those of items. */
const PLACES = [
  '/',
  '/vendors',
  '/features',
  '/use-cases',
  '/corrections',
  '/compare',
  '/data',
  '/for-machines',
  '/features/matrix',
  '/needs',
  '/buyers-guides',
  '/faq',
  '/glossary',
  '/news',
  '/services',
  '/shortlist',
  '/types',
];

const nameOf = ({ path }: ContentFile) => path.slice(starterFolder.length + 1);
const has = (collection: string, slug: unknown) =>
  files.some((file) => file.collection.name === collection && file.draft.slug === slug);

const isShown = ({ collection, draft }: ContentFile) => {
  const { visible } = collection;
  if (!visible) return true;
  return (draft[visible.field] ?? collection.fields[visible.field]?.default) === visible.is;
};

const items = files
  .filter((file) => file.collection.publicPath !== undefined && isShown(file))
  .map(({ collection, draft }) => `${collection.publicPath}/${draft.slug}`);
const redirects = new Map(
  files
    .filter(({ collection }) => collection.name === 'redirects')
    .map(({ draft }) => [String(draft.fromPath), String(draft.toPath)]),
);
const pages = new Set([...PLACES, ...items]);

const isPair = (path: string) => {
  const [, a, b] = path.match(/^\/compare\/(.+)-vs-(.+)$/) ?? [];
  return a !== undefined && a !== b && has('vendors', a) && has('vendors', b);
};

const leadsSomewhere = (link: string) => {
  const [path = ''] = link.split(/[?#]/);
  if (path.startsWith('/images/')) return true;
  const target = redirects.get(path) ?? path;
  return pages.has(target) || isPair(target);
};

/** Links of running text and values that are links themselves, at any depth. */
const linksOf = (value: unknown): string[] => {
  if (typeof value === 'string') {
    const inText = [...value.matchAll(/\]\(([^)\s]*)\)/g)].map(([, link = '']) => link);
    return /^\/[^\s]*$/.test(value) ? [value, ...inText] : inText;
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(linksOf);
};

const linked = files.map((file) => {
  const { fromPath: _, ...draft } = file.draft;
  return { file, name: nameOf(file), links: linksOf(draft) };
});

describe('STARTER links', () => {
  it('STARTER every internal link resolves, in every text and field', () => {
    const broken = linked.flatMap(({ name, links }) =>
      links
        .filter((link) => link.startsWith('/') && !leadsSomewhere(link))
        .map((link) => `${name}: ${link}`),
    );
    expect(broken).toEqual([]);
    const count = linked.reduce((sum, { links }) => sum + links.length, 0);
    expect(count).toBeGreaterThan(1500);
  });

  it('STARTER every other link is a full address', () => {
    const odd = linked.flatMap(({ name, links }) =>
      links
        .filter((link) => !link.startsWith('/') && !/^https?:\/\/[^\s/]+\.[a-z]/.test(link))
        .map((link) => `${name}: ${link}`),
    );
    expect(odd).toEqual([]);
  });

  it('STARTER no text links to itself', () => {
    const circles = linked.flatMap(({ file, name, links }) => {
      const own = `${file.collection.publicPath}/${file.draft.slug}`;
      return links.includes(own) ? [name] : [];
    });
    expect(circles).toEqual([]);
  });

  it('STARTER every item leads to others, and is led to', () => {
    const proseless = new Set(['pages', 'landing-pages']);
    const lonely = linked.filter(({ file, links }) => {
      const { publicPath, name } = file.collection;
      if (publicPath === undefined || proseless.has(name)) return false;
      return (
        links.filter((link) => link.startsWith('/') && !link.startsWith('/images/')).length < 2
      );
    });
    expect(lonely.map(({ name }) => name)).toEqual([]);
    const targets = new Set(linked.flatMap(({ links }) => links));
    for (const name of ['vendors', 'features', 'use-cases', 'buyers-guides', 'comparisons']) {
      const all = items.filter((path) => path.startsWith(`/${name}/`));
      expect(
        all.filter((path) => !targets.has(path)),
        name,
      ).toEqual([]);
    }
  });

  it('STARTER every reference names an item', () => {
    const missing = files.flatMap((file) =>
      fieldEntries(file.collection).flatMap(([key, { to }]) => {
        if (!to) return [];
        const slugs = [file.draft[key] ?? []].flat();
        return slugs.filter((slug) => !has(to, slug)).map((slug) => `${nameOf(file)}: ${slug}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  it('STARTER slugs in lists and hubs name items too', () => {
    const places: Record<string, string> = HUB_COLLECTIONS;
    const placeOf = (type: unknown) => places[String(type)] ?? String(type);
    const missing = files.flatMap((file) => {
      const { draft } = file;
      const services = (draft.serviceIds ?? []) as string[];
      const useCases = (draft.recommendedUseCases ?? []) as string[];
      const related = (draft.relatedContent ?? []) as Record<string, unknown>[];
      const wrong = [
        ...services.filter((slug) => !has('services', slug)),
        ...useCases.filter((slug) => !has('use-cases', slug)),
        ...related.map(({ type, slug }) => (has(placeOf(type), slug) ? '' : slug)).filter(Boolean),
      ];
      if (draft.pageType && !has(placeOf(draft.pageType), draft.pageSlug)) wrong.push('pageSlug');
      if (related.length > 0 && related.filter((item) => item.isCurrentPage).length !== 1) {
        wrong.push('isCurrentPage');
      }
      return wrong.map((slug) => `${nameOf(file)}: ${slug}`);
    });
    expect(missing).toEqual([]);
  });

  it('STARTER a specialised service stands under a main service that exists', () => {
    const services = files.filter(({ collection }) => collection.name === 'services');
    const main = services.filter(({ draft }) => draft.category === 'Main Services');
    const titles = new Set(main.map(({ draft }) => draft.title));
    const stray = services.filter(
      (file) => !main.includes(file) && !titles.has(file.draft.category),
    );
    expect(stray.map(nameOf)).toEqual([]);
    expect(main.length).toBeGreaterThanOrEqual(4);
  });
});

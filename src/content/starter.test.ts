import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Collection, fieldEntries } from '#kit/collection.ts';
import { problemsOf } from '#platform/problems.ts';
import { countMarkdownWords, readingMinutes } from '#platform/text/count-words.ts';
import { files, isFilled, nameOf, of, slugsOf, textsOf } from '#testing/starter.ts';
import { fileSchema } from '#tools/files/import-files.server.ts';
import { refersTo } from '#tools/files/read-folder.server.ts';
import { registry } from './index.ts';

const publicFolder = fileURLToPath(new URL('../../public', import.meta.url));

describe('STARTER counts', () => {
  it('STARTER vendors are sixty-three or more, in the known categories and markets', () => {
    expect(of('vendors').length).toBeGreaterThanOrEqual(63);
    const categories = new Set(
      of('vendors').flatMap((vendor) => (vendor.categories ?? []) as string[]),
    );
    const markets = of('vendors').flatMap((vendor) => (vendor.markets ?? []) as string[]);
    expect([...categories].toSorted()).toEqual([
      'Accounting',
      'CRM & Client Portal',
      'Data Aggregation',
      'Portfolio Management',
      'Reporting',
      'Security & Compliance',
    ]);
    expect([...new Set(markets)].toSorted()).toEqual([
      'Fund Managers & Institutions',
      'Individuals & Families',
      'Multi-Family Offices',
      'Private Banks',
      'RIAs & Wealth Managers',
      'Single Family Offices',
    ]);
    // A category needs evidence; a product that has none says whom it does not suit.
    const vague = of('vendors').filter(
      ({ categories: own, notFor }) => !isFilled(own) && !isFilled(notFor),
    );
    expect(vague.map(({ slug }) => slug)).toEqual([]);
  });

  it('STARTER no page counts vendors or features, whose number follows the data', () => {
    const counted =
      /\b(\d\d+|(twen|thir|for|fif|six|seven|eigh|nine)ty|[5-9]|five|six|seven|eight|nine|ten|eleven|twelve)(-\w+)? (real )?(vendors|products|platforms|features|functions)\b/i;
    const texts = [...of('pages'), ...of('landing-pages')].flatMap(textsOf);
    const unlinked = texts.map((text) => text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1'));
    expect(unlinked.flatMap((text) => text.match(counted)?.[0] ?? [])).toEqual([]);
  });

  it('P7.10 features are 79 in 11 categories, each with importance and complexity', () => {
    const features = of('features');
    expect(features).toHaveLength(79);
    expect(new Set(features.map(({ category }) => category)).size).toBe(11);
    expect(slugsOf('features')).toEqual(
      expect.arrayContaining(['crm-client-portal', 'security-compliance']),
    );
    for (const { importance, complexity, content, slug } of features) {
      expect(['High', 'Medium', 'Low'], String(slug)).toContain(importance);
      expect(['High', 'Medium', 'Low'], String(slug)).toContain(complexity);
      expect(countMarkdownWords(String(content)), String(slug)).toBeGreaterThan(150);
    }
  });

  it('STARTER feature pages share one skeleton, which ends with three to six questions', () => {
    for (const { slug, content } of of('features')) {
      const text = String(content);
      expect(text.match(/^#+ .*$/gm), String(slug)).toEqual([
        '## What it is',
        '## Why it matters',
        '## What good looks like',
        '## Ask for these on screen',
      ]);
      const [, asked = ''] = text.split('## Ask for these on screen\n\n');
      const lines = asked.split('\n');
      expect(lines.length, String(slug)).toBeGreaterThanOrEqual(3);
      expect(lines.length, String(slug)).toBeLessThanOrEqual(6);
      for (const line of lines) expect(line, String(slug)).toMatch(/^- \S.*\?$/);
    }
  });

  it.each([
    ['glossary', 80],
    ['faq', 50],
    ['services', 20],
    ['service-providers', 6],
    ['types', 7],
    ['use-cases', 10],
    ['comparisons', 18],
    ['content-hub-configs', 3],
    ['cta-banners', 1],
    ['search-terms', 10],
    ['redirects', 3],
    ['news', 25],
  ])('STARTER %s has at least %i items', (name, least) => {
    expect(of(name).length).toBeGreaterThanOrEqual(least);
  });

  it('P5.08 every provider is a firm with a website of its own and the page that was read', () => {
    const providers = of('service-providers');
    expect(providers).toHaveLength(8);
    for (const { name, website, description } of providers) {
      expect(String(website), String(name)).toMatch(/^https:\/\/[^/]+$/);
      expect(String(description), String(name)).toMatch(/ Read in a stored copy.*: \S+/);
    }
    expect(new Set(providers.map(({ website }) => website)).size).toBe(8);
  });

  it('P12.05 P15.01 the fixed use cases, pairs, landing pages and generic pages exist', () => {
    const pairs = ['addepar-vs-masttro', 'eton-solutions-vs-fundcount', 'asora-vs-altoo'];
    expect(slugsOf('comparisons')).toEqual(expect.arrayContaining(pairs));
    const useCases = ['portfolio-management', 'consolidated-reporting'];
    expect(slugsOf('use-cases')).toEqual(
      expect.arrayContaining([...useCases, 'crm-relationship-management']),
    );
    expect(slugsOf('landing-pages').toSorted()).toEqual([
      'accounting-software',
      'best-family-office-software',
      'data-aggregation-software',
      'family-office-crm-software',
      'portfolio-management-software',
      'reporting-tools-software',
    ]);
    expect(slugsOf('pages').toSorted()).toEqual([
      'about',
      'contact',
      'disclaimer',
      'editorial-guidelines',
      'methodology',
      'privacy-policy',
      'terms-of-service',
    ]);
    expect(of('redirects').map(({ fromPath, toPath }) => `${fromPath} ${toPath}`)).toEqual(
      expect.arrayContaining([
        '/reporting /reporting-tools-software',
        '/portfolio-management /portfolio-management-software',
        '/data-aggregation /data-aggregation-software',
      ]),
    );
  });

  it("P11.06 buyer's guides are nine: one for each name of the list, and the single family office", () => {
    const types = of('buyers-guides').map(({ buyerType }) => String(buyerType));
    expect(types.toSorted()).toEqual([
      'CIO / Investment Team',
      'Global Family Office',
      'Multi-Family Office (MFO)',
      'New/Setting Up FO',
      'Operations / CFO',
      'Principal/Wealth Owner',
      'RIA / Wealth Manager',
      'Single Family Office (SFO)',
      'Tech-Forward FO',
    ]);
    for (const guide of of('buyers-guides')) {
      const sections = guide.sections as { heading: string; content: unknown }[];
      const names = sections.flatMap(({ content }) => Object.keys(content as object));
      expect(names, String(guide.slug)).toEqual(
        expect.arrayContaining(['Watch For', 'Must-Haves']),
      );
      // The sections are shown as they stand: no Markdown in them.
      expect(textsOf(sections).join('\n')).not.toMatch(/\]\(|\*\*|^#/m);
    }
  });

  it('P8.05 use cases have sections in order and featured questions', () => {
    for (const { slug, contentSections, featuredFaqIds } of of('use-cases')) {
      const orders = (contentSections as { order: number }[]).map(({ order }) => order);
      expect(orders, String(slug)).toEqual(orders.map((_, at) => at + 1));
      expect(orders.length, String(slug)).toBeGreaterThanOrEqual(4);
      expect((featuredFaqIds as string[]).length, String(slug)).toBeGreaterThanOrEqual(2);
    }
  });

  it('P15.08 landing pages are published, with key features, vendors and questions', () => {
    for (const page of of('landing-pages')) {
      const { slug, isPublished, content, associatedVendorIds, associatedFaqIds } = page;
      expect(isPublished, String(slug)).toBe(true);
      expect(String(content)).toMatch(/^## Key Features to Look For\n[\s\S]*?^- /m);
      expect((associatedVendorIds as string[]).length).toBeGreaterThanOrEqual(3);
      expect((associatedFaqIds as string[]).length).toBeGreaterThanOrEqual(3);
    }
  });

  it('A6.01 one style guide is active', () => {
    expect(of('style-guides').filter(({ isActive }) => isActive !== false)).toHaveLength(1);
  });

  it('STARTER every article is published, dated, measured and illustrated', () => {
    for (const article of of('news')) {
      const { slug, imageAlt, imageUrl, originalContent } = article;
      const name = String(slug);
      expect(article, name).toMatchObject({ status: 'published' });
      for (const key of ['excerpt', 'category', 'originalPublishedAt', 'tags']) {
        expect(isFilled(article[key]), `${name} ${key}`).toBe(true);
      }
      const words = countMarkdownWords(String(originalContent));
      expect(article.wordCount, name).toBe(words);
      expect(article.readingTime, name).toBe(readingMinutes(words));
      expect(String(imageAlt).length, name).toBeGreaterThanOrEqual(50);
      expect(String(imageAlt).length, name).toBeLessThanOrEqual(125);
      expect(imageUrl, name).toBe(`/images/news/${name}.svg`);
    }
  });
});

describe('STARTER form', () => {
  it.each(registry.map(({ name }) => [name]))('STARTER %s follow their own schema', (name) => {
    const problems = files
      .filter(({ collection }) => collection.name === name)
      .flatMap((file) => {
        // References are slugs in a file; whether they lead anywhere is asked of the links.
        const references = new Set(refersTo(file.collection).map(([key]) => key));
        const draft = Object.fromEntries(
          Object.entries(file.draft).map(([key, value]) => {
            if (!references.has(key)) return [key, value];
            return [key, Array.isArray(value) ? value.map(() => 1) : 1];
          }),
        );
        const result = fileSchema(file.collection).safeParse(draft);
        return result.success ? [] : [{ [nameOf(file)]: problemsOf(result.error) }];
      });
    expect(problems).toEqual([]);
  });

  it('STARTER every item is dated, and not changed before it was made', () => {
    for (const { path, draft } of files) {
      expect(String(draft.createdAt) <= String(draft.updatedAt), path).toBe(true);
      // The first text was written on this day; vendors are dated by the evidence.
      if (!path.includes('/vendors/')) {
        expect(String(draft.createdAt) >= '2026-11-14', path).toBe(true);
      }
    }
  });

  it('STARTER meta titles and descriptions fit and differ from one another', () => {
    const isPublic = ({ publicPath }: Collection) => publicPath !== undefined;
    const pages = files.filter(({ collection }) => isPublic(collection));
    const problems = pages.flatMap((file) => {
      const title = String(file.draft.metaTitle ?? '').length;
      const description = String(file.draft.metaDescription ?? '').length;
      const fits = title > 0 && title <= 60 && description >= 120 && description <= 160;
      return fits ? [] : [`${nameOf(file)}: ${title}, ${description}`];
    });
    expect(problems).toEqual([]);
    expect(pages.length).toBeGreaterThan(300);
    for (const key of ['metaTitle', 'metaDescription']) {
      const texts = pages.map(({ draft }) => String(draft[key]).toLowerCase());
      expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
    }
  });

  it('STARTER texts are Markdown that the page can show: no h1, no HTML, no image from elsewhere', () => {
    const problems = files.flatMap((file) =>
      fieldEntries(file.collection).flatMap(([key, { kind }]) => {
        if (kind !== 'markdown') return [];
        const text = String(file.draft[key] ?? '').replace(/`[^`]*`/g, '');
        const isRaw = /^# /m.test(text) || /<\/?[a-z]/i.test(text) || text.includes('![');
        return isRaw || text !== text.trim() ? [`${nameOf(file)} ${key}`] : [];
      }),
    );
    expect(problems).toEqual([]);
  });

  it('STARTER no banned filler, placeholder, dash or foreign spelling stands anywhere', () => {
    const banned = [
      /seamless|cutting-edge|state-of-the-art|world-class|best-in-class|game-chang|revolutioni[sz]/i,
      /\bunlock|\bempower|\bdelve|\brobust|\bholistic|one-stop|in today['’]s|fast-paced|ever-evolving/i,
      /\bleverag(?:e|es|ed|ing)\s+(?:the|our|your|its|their|an?|this|these|technology|ai)\b/i,
      /(?:vendor|software|technology|regulatory|competitive) landscape|unparalleled|look no further/i,
      /lorem ipsum|\bTBD\b|\bTODO\b|\bFIXME\b|\bXXX\b|\[Extract|coming soon|\bplaceholder text/i,
      /[—–]|\p{Extended_Pictographic}/u,
      /\b(?:organi|reali|recogni|authori|summari|utili|capitali|amorti|minimi)s(?:e|ed|es|ing|ation)\b/i,
      /\b(?:centre|colour|favour|behaviour|licence|programme|cheque|whilst|judgement|fulfil|defence)s?\b/i,
      /\b(?:analysed?|modelling|labelled|cancelled|travell\w+|towards|afterwards|autumn)\b/i,
    ];
    const problems = files.flatMap((file) =>
      textsOf(file.draft)
        .filter((text) => !/^https?:/.test(text))
        .flatMap((text) => banned.flatMap((rule) => text.match(rule)?.[0] ?? []))
        .map((word) => `${nameOf(file)}: ${word}`),
    );
    expect(problems).toEqual([]);
  });

  it('STARTER no two items say the same long sentence', () => {
    const seen = new Map<string, string>();
    const problems: string[] = [];
    for (const file of files) {
      // One page may be the evidence for two products of one house.
      if (file.collection.name === 'coverage') continue;
      const texts = textsOf({ ...file.draft, sources: [] }).join('\n');
      for (const sentence of new Set(texts.split(/(?<=[.?!])\s+|\n/))) {
        if (sentence.length < 110) continue;
        const other = seen.get(sentence);
        if (other) problems.push(`${other} and ${nameOf(file)}: ${sentence}`);
        seen.set(sentence, nameOf(file));
      }
    }
    expect(problems).toEqual([]);
  });

  it('STARTER images that are named exist, and draw nothing from elsewhere', () => {
    const named = files.flatMap(({ draft }) =>
      textsOf(draft).flatMap((text) => text.match(/\/(?:images|uploads)\/[\w./-]+/g) ?? []),
    );
    expect(named.length).toBeGreaterThanOrEqual(9);
    for (const path of named) expect(existsSync(`${publicFolder}${path}`), path).toBe(true);
    const drawn = readdirSync(`${publicFolder}/images`, { recursive: true, encoding: 'utf8' });
    for (const path of drawn.filter((name) => name.endsWith('.svg'))) {
      const svg = readFileSync(`${publicFolder}/images/${path}`, 'utf8');
      expect(svg.replaceAll('http://www.w3.org/2000/svg', ''), path).not.toMatch(
        /https?:|<script|<foreignObject|\son\w+=|data:/i,
      );
    }
  });
});

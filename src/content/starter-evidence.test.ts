import { expect, it } from 'vitest';
import { readContentFolder } from '#tools/files/read-folder.server.ts';
import { starterFolder } from '#tools/files/starter.server.ts';
import type { Level, Publisher } from './coverage/coverage.collection.ts';
import { registry } from './index.ts';
import { featuresOf, isCore } from './shared/coverage/category-evidence.ts';
import { rankProblems } from './shared/coverage/source-rank.ts';

interface Row {
  vendorId: string;
  featureId: string;
  level: Level;
  publisher: Publisher;
  url: string;
}
interface Vendor {
  slug: string;
  categories?: string[];
  sources: { field: string; value?: string; finding?: string }[];
}
interface Feature {
  slug: string;
  category: string;
  importance: string;
}

const files = await readContentFolder(registry, starterFolder);
const of = <Draft>(name: string): Draft[] =>
  files.filter(({ collection }) => collection.name === name).map(({ draft }) => draft as Draft);
const vendors = of<Vendor>('vendors');
const rows = of<Row>('coverage');
const features = of<Feature>('features');

/** Thousands are written in several ways: 1,000 is 1000. Signs of currency and units are words, and not compared. */
const numbersOf = (text = '') =>
  text.replaceAll(/(?<=\d)[,\u00a0\u202f ](?=\d{3}(?!\d))/g, '').match(/\d+(?:\.\d+)?/g) ?? [];

it('EVIDENCE every number of a value stands in its finding', () => {
  expect(numbersOf('£9,561,789 in 2023, v2.0')).toEqual(['9561789', '2023', '2.0']);
  const unsaid = vendors.flatMap(({ slug, sources }) =>
    sources.flatMap(({ field, value, finding }) => {
      const said = new Set(numbersOf(finding));
      return numbersOf(value).some((number) => !said.has(number)) ? [[slug, field, value]] : [];
    }),
  );
  expect(unsaid).toEqual([]);
});

it('EVIDENCE no row claims more than its publisher and its host can carry', () => {
  expect(rows.length).toBeGreaterThanOrEqual(1040);
  const refused = rows.flatMap((row) => {
    const problems = Object.keys(rankProblems(row));
    return problems.length > 0 ? [[row.vendorId, row.featureId, ...problems]] : [];
  });
  expect(refused).toEqual([]);
});

it('EVIDENCE the sources that were given up are cited nowhere', () => {
  const cited = JSON.stringify(files.map(({ draft }) => draft));
  expect(cited).not.toContain('rc-knowledge-base.pages.dev');
  expect(cited).not.toContain('moomoo.com');
  const pairs = new Set(rows.map(({ vendorId, featureId }) => `${vendorId}/${featureId}`));
  for (const pair of [
    'quickbooks-online/multi-entity-accounting',
    'copia-wealth-studios/family-portal',
    'altoo/family-portal',
    'futurevault/family-portal',
  ]) {
    expect(pairs).not.toContain(pair);
  }
});

it('ISSUE 28 the first paragraph of /methodology says how everything was read', () => {
  const { content } = of<{ slug: string; content: string }>('pages').find(
    ({ slug }) => slug === 'methodology',
  ) ?? { content: '' };
  const [first] = content.trim().split('\n\n');
  expect(first).toContain('was read in stored copies of public pages');
  expect(first).toContain('nobody has opened those addresses since');
});

it('EVIDENCE a category has evidence on a core feature, but for these, which are our reading', () => {
  const core = new Map(
    features.filter(isCore).map(({ slug, category }): [string, string] => [slug, category]),
  );
  const ours = vendors.flatMap(({ slug, categories = [] }) =>
    categories
      .filter(
        (category) =>
          !rows.some(
            ({ vendorId, featureId, level }) =>
              vendorId === slug &&
              level !== 'absent' &&
              core.get(featureId) === featuresOf(category),
          ),
      )
      .map((category) => `${slug}: ${category}`),
  );
  expect(ours.toSorted()).toEqual([
    'asset-vantage: Accounting',
    'asset-vantage: Portfolio Management',
    'asset-vantage: Reporting',
    'chronograph: Portfolio Management',
    'fundcount: Reporting',
    'landytech: Data Aggregation',
    'landytech: Reporting',
    'nagare: Portfolio Management',
    'qplix: Portfolio Management',
    'sei-archway-platform: Portfolio Management',
    'sei-archway-platform: Reporting',
    'venn: Portfolio Management',
  ]);
  const filedAs = (slug: string) => vendors.find((vendor) => vendor.slug === slug)?.categories;
  expect(filedAs('orion')).toContain('Data Aggregation');
  expect(filedAs('eton-solutions')).toContain('Data Aggregation');
  expect(filedAs('elysys')).toEqual(expect.arrayContaining(['Reporting', 'Data Aggregation']));
});

import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { hrefTo } from '#client/href-to.ts';
import { MAX_COMPARED, pairPath } from '#content/comparisons/site.ts';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { featuresCalled, featuresNamed } from '#content/shared/features-named.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Answer } from '#modules/search/answer.ts';
import type { NamedPage, Names } from '#modules/search/names.ts';
import type { Reading } from '#modules/search/query.ts';
import { searchEntries } from '#modules/search/search.tables.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { toolsNamed } from './tools.ts';
import { factOf, TOPICS } from './topics.ts';

const MAX_ANSWERS = 3;
const MAX_NAMED = 12;
const NOT_FOUND = 'Not found on the pages we read.';

const OTHERS = new Set(
  'alternative alternatives competitor competitors rival rivals instead replace replacing replacement similar like switch'.split(
    ' ',
  ),
);

interface Asked {
  reading: Reading;
  vendors: readonly NamedPage[];
  features: readonly NamedPage[];
  /** Typed words other than vendor names. */
  others: readonly string[];
}

/** The answers to one kind of question; none where it was not asked. */
type Recognizer = (asked: Asked) => Promise<Answer[]> | Answer[];

const plain = (
  one: Pick<Answer, 'kind' | 'title' | 'path' | 'text'> & Partial<Answer>,
): Answer => ({
  lists: [],
  source: null,
  links: [],
  ...one,
});

const cell = tableOf(coverage);
const vendor = tableOf(vendors);

const vendorLink = ({ title, path }: NamedPage) => ({ label: title, path });

const comparison: Recognizer = ({ vendors: named }) => {
  if (named.length < 2) return [];
  const compared = named.slice(0, MAX_COMPARED);
  const path = pairPath(compared.map(({ slug }) => slug));
  const title = compared.map((one) => one.title).join(' vs ');
  return [
    plain({
      kind: 'Comparison',
      title,
      path,
      text: 'Facts and documented features side by side, each with its source.',
      links: compared.map(vendorLink),
    }),
  ];
};

const alternatives: Recognizer = ({ vendors: [one, ...more], others }) => {
  if (!one || more.length > 0 || !others.some((word) => OTHERS.has(word))) return [];
  return [
    plain({
      kind: 'Alternatives',
      title: `Alternatives to ${one.title}`,
      path: hrefTo('/vendors/$slug/alternatives', { slug: one.slug }),
      text: 'Vendors that document most of the same features.',
      links: [vendorLink(one)],
    }),
  ];
};

const tools: Recognizer = ({ reading, vendors: named }) =>
  named.length > 0
    ? []
    : toolsNamed(reading.words).map(({ title, path, text }) =>
        plain({ kind: 'On this site', title, path, text }),
      );

export const createAnswers = (db: Database, readerOf: ReaderOf) => {
  const reader = readerOf(vendors);

  const fact: Recognizer = async ({ vendors: [one, ...more], others }) => {
    const asked = TOPICS.filter(({ words }) => others.some((word) => words.has(word)));
    const [topic] = asked;
    if (!one || more.length > 0 || !topic) return [];
    const item = await reader.bySlug(null, one.slug);
    if (!item) return [];
    const { text, source } = factOf(item, topic, others);
    return [
      plain({
        kind: topic.label,
        title: `${one.title}: ${topic.label}`,
        path: one.path,
        text: text || NOT_FOUND,
        source,
        links: [vendorLink(one)],
      }),
    ];
  };

  /** Does this vendor have that feature? */
  const has: Recognizer = async ({ vendors: [one, ...more], features: [feature], others }) => {
    if (!one || more.length > 0 || !feature) return [];
    if (TOPICS.some(({ words }) => others.some((word) => words.has(word)))) return [];
    const [row] = await db
      .select()
      .from(cell)
      .where(and(eq(cell.vendorId, one.id), eq(cell.featureId, feature.id)));
    const words = {
      documented: 'Documented',
      partial: 'Partly documented',
      absent: 'It says that it does not',
    };
    return [
      plain({
        kind: 'Evidence',
        title: `${one.title}: ${feature.title}`,
        path: one.path,
        text: row ? `${words[row.level]}. ${row.finding}` : `Not confirmed. ${NOT_FOUND}`,
        source: row ? { url: row.url, day: row.pageDate || row.checkedOn } : null,
        links: [vendorLink(one), vendorLink(feature)],
      }),
    ];
  };

  const readCells = (featureId: number) =>
    db
      .select({ level: cell.level, label: vendor.name, slug: vendor.slug })
      .from(cell)
      .innerJoin(vendor, eq(vendor.id, cell.vendorId))
      .where(and(eq(cell.featureId, featureId), reader.visible))
      .orderBy(asc(sql`lower(${vendor.name})`));

  /** Vendors by level, and the number not confirmed. */
  const feature: Recognizer = ({ vendors: named, features }) =>
    Promise.all(
      (named.length > 0 ? [] : features).map(async ({ id, slug, title, path }) => {
        const [rows, total] = await Promise.all([readCells(id), reader.count({ viewer: null })]);
        const at = (level: string) => rows.filter((row) => row.level === level);
        const [documented, partly] = [at('documented'), at('partial')];
        const open = total - rows.length;
        const list = (label: string, some: typeof rows) => ({
          label,
          links: some.slice(0, MAX_NAMED).map((row) => ({
            label: row.label,
            path: hrefTo('/vendors/$slug', { slug: row.slug }),
          })),
        });
        const lists = [list('Documented by', documented), list('Partly by', partly)];
        return plain({
          kind: 'Feature',
          title,
          path,
          text: `${documented.length} documented, ${partly.length} partly, ${open} not confirmed`,
          lists: lists.filter(({ links }) => links.length > 0),
          links: [
            { label: 'Start from this need', path: `/needs?f=${slug}` },
            {
              label: 'All vendors that document it',
              path: hrefTo('/vendors', {}, { feature: [slug] }),
            },
          ],
        });
      }),
    );

  /** The meaning of a term that is no feature. */
  const term: Recognizer = async ({ reading, features, vendors: named }) => {
    const terms = reading.exact.filter(({ collection }) => collection === 'glossary').slice(0, 1);
    if (terms.length === 0 || features.length > 0 || named.length > 0) return [];
    const paths = terms.map(({ path }) => path);
    const rows = await db
      .select({ path: searchEntries.path, summary: searchEntries.summary })
      .from(searchEntries)
      .where(inArray(searchEntries.path, paths));
    return terms.map(({ title, path }) =>
      plain({
        kind: 'Term',
        title,
        path,
        text: rows.find((row) => row.path === path)?.summary ?? '',
      }),
    );
  };

  const recognizers = [comparison, alternatives, fact, has, tools, feature, term];

  return async (reading: Reading, names: Names): Promise<Answer[]> => {
    const isVendor = ({ collection }: NamedPage) => collection === vendors.name;
    const named = reading.spans.filter(({ pages }) => pages.some(isVendor));
    const others = reading.words.filter(
      (_, at) => !named.some(({ start, end }) => at >= start && at < end),
    );
    const asked = {
      reading,
      vendors: [...new Set(named.flatMap(({ pages }) => pages.find(isVendor) ?? []))],
      // Answers on a vendor rest on no guess at the question.
      features:
        named.length > 0
          ? featuresCalled({ ...reading, words: others }, names)
          : featuresNamed(reading, names),
      others,
    };
    const answers = await Promise.all(recognizers.map((recognize) => recognize(asked)));
    return answers.flat().slice(0, MAX_ANSWERS);
  };
};

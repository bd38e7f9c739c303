import { and, asc, eq, sql } from 'drizzle-orm';
import { hrefTo } from '#client/href-to.ts';
import { MAX_COMPARED, pairPath } from '#content/comparisons/site.ts';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { featuresCalled, featuresNamed, featuresWhole } from '#content/shared/features-named.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Answer } from '#modules/search/answer.ts';
import type { NamedPage, Names } from '#modules/search/names.ts';
import type { Reading } from '#modules/search/query.ts';
import type { SearchIndex } from '#modules/search/search-index.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { toolsNamed } from './tools.ts';
import { answerOn, NOT_FOUND, TOPICS, type Topic } from './topics.ts';

const MAX_ANSWERS = 3;
const MAX_NAMED = 12;

const OTHERS = new Set(
  'alternative alternatives competitor competitors rival rivals instead replace replacing replacement similar like switch'.split(
    ' ',
  ),
);

interface Asked {
  reading: Reading;
  names: Names;
  vendors: readonly NamedPage[];
  /** The vendor that is asked about, where it is one alone. */
  one: NamedPage | undefined;
  features: readonly NamedPage[];
  /** Typed words other than vendor names. */
  others: readonly string[];
  topic: Topic | undefined;
}

type Given = Pick<Answer, 'kind' | 'title' | 'path' | 'text'> & Partial<Answer>;

/** The answers to one kind of question; none where it was not asked. */
type Recognizer = (asked: Asked) => Promise<Given[]> | Given[];

const cell = tableOf(coverage);
const vendor = tableOf(vendors);

const vendorLink = ({ title, path }: NamedPage) => ({ label: title, path });

const LEVELS = {
  documented: 'Documented',
  partial: 'Partly documented',
  absent: 'It says that it does not',
};

const comparison: Recognizer = ({ vendors: named }) => {
  if (named.length < 2) return [];
  const compared = named.slice(0, MAX_COMPARED);
  return [
    {
      kind: 'Comparison',
      title: compared.map((one) => one.title).join(' vs '),
      path: pairPath(compared.map(({ slug }) => slug)),
      text: 'Facts and documented features side by side, each with its source.',
      links: compared.map(vendorLink),
    },
  ];
};

const alternatives: Recognizer = ({ one, others }) => {
  if (!one || !others.some((word) => OTHERS.has(word))) return [];
  return [
    {
      kind: 'Alternatives',
      title: `Alternatives to ${one.title}`,
      path: hrefTo('/vendors/$slug/alternatives', { slug: one.slug }),
      text: 'Vendors that document most of the same features.',
      links: [vendorLink(one)],
    },
  ];
};

const tools: Recognizer = ({ reading, vendors: named }) => {
  const meant = named.length > 0 ? [] : toolsNamed(reading.words);
  return meant.map(({ names: _, ...tool }) => ({ kind: 'On this site', ...tool }));
};

export const createAnswers = (db: Database, readerOf: ReaderOf, index: SearchIndex) => {
  const reader = readerOf(vendors);

  const readCell = async (one: NamedPage, feature: NamedPage) => {
    const [row] = await db
      .select()
      .from(cell)
      .where(and(eq(cell.vendorId, one.id), eq(cell.featureId, feature.id)));
    return row;
  };

  /** Does this vendor have that feature? */
  const has: Recognizer = async ({ one, features: [feature], topic }) => {
    if (!one || !feature || topic) return [];
    const row = await readCell(one, feature);
    const source = row && { url: row.url, day: row.pageDate || row.checkedOn.slice(0, 10) };
    return [
      {
        kind: 'Evidence',
        title: `${one.title}: ${feature.title}`,
        path: one.path,
        text: row ? '' : `Not confirmed. ${NOT_FOUND}`,
        facts: row && source ? [{ text: `${LEVELS[row.level]}. ${row.finding}`, source }] : [],
        links: [vendorLink(one), vendorLink(feature)],
      },
    ];
  };

  const fact: Recognizer = async (asked) => {
    const { one, others, topic, names } = asked;
    if (!one || !topic) return [];
    const item = await reader.bySlug(null, one.slug);
    if (!item) return [];
    const { about, text, facts } = answerOn(item, topic, others);
    const feature = names.pages.find(
      ({ collection, slug }) => collection === 'features' && slug === topic.feature,
    );
    if (facts.length === 0 && feature && (await readCell(one, feature)))
      return has({ ...asked, features: [feature], topic: undefined });
    return [
      {
        kind: topic.label,
        title: `${one.title}: ${about}`,
        path: one.path,
        text,
        facts,
        links: [vendorLink(one)],
      },
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
        const documenting = hrefTo('/vendors', {}, { feature: [slug] });
        const partly = hrefTo('/vendors', {}, { feature: [slug], partly: 'true' });
        const told = [
          { level: 'documented', word: 'documented', label: 'Documented by', all: documenting },
          { level: 'partial', word: 'partly', label: 'Partly by', all: partly },
          { level: 'absent', word: 'says it does not', label: 'Denied by', all: path },
        ].map((one) => ({ ...one, rows: rows.filter(({ level }) => level === one.level) }));
        const counts = told
          .filter((one) => one.level !== 'absent' || one.rows.length > 0)
          .map((one) => `${one.rows.length} ${one.word}`);
        const lists = told.map(({ label, all, rows: some }) => {
          const links = some.map((row) => ({
            label: row.label,
            path: hrefTo('/vendors/$slug', { slug: row.slug }),
          }));
          const more = { label: `and ${some.length - MAX_NAMED} more`, path: all };
          return {
            label,
            links: some.length > MAX_NAMED ? [...links.slice(0, MAX_NAMED), more] : links,
          };
        });
        return {
          kind: 'Feature',
          title,
          path,
          text: [...counts, `${total - rows.length} not confirmed`].join(', '),
          lists: lists.filter(({ links }) => links.length > 0),
          links: [
            { label: 'Start from this need', path: `/needs?f=${slug}` },
            { label: 'All vendors that document it', path: documenting },
          ],
        };
      }),
    );

  /** The meaning of a term that is no feature. */
  const term: Recognizer = ({ reading, features, vendors: named }) => {
    const one = reading.exact.find(({ collection }) => collection === 'glossary');
    if (!one || features.length > 0 || named.length > 0) return [];
    const { title, path } = one;
    return [{ kind: 'Term', title, path, text: index.pageOf(one)?.summary ?? '' }];
  };

  const recognizers = [comparison, alternatives, fact, has, tools, feature, term];

  return async (reading: Reading, names: Names): Promise<Answer[]> => {
    const isVendor = ({ collection }: NamedPage) => collection === vendors.name;
    const named = reading.spans.filter(({ pages }) => pages.some(isVendor));
    const others = reading.words.filter(
      (_, at) => !named.some(({ start, end }) => at >= start && at < end),
    );
    const typed = { ...reading, words: others };
    const isWhole = named.length > 0 && featuresWhole(typed, names).length > 0;
    const meant = [...new Set(named.flatMap(({ pages }) => pages.find(isVendor) ?? []))];
    const asked = {
      reading,
      names,
      vendors: meant,
      one: meant.length === 1 ? meant[0] : undefined,
      // Answers on a vendor rest on no guess at the question.
      features: named.length > 0 ? featuresCalled(typed, names) : featuresNamed(reading, names),
      others,
      // A feature called by its whole name is meant, whatever fact a word of it could ask for.
      topic: isWhole
        ? undefined
        : TOPICS.find(({ words }) => others.some((word) => words.has(word))),
    };
    const answers = await Promise.all(recognizers.map((recognize) => recognize(asked)));
    return answers
      .flat()
      .slice(0, MAX_ANSWERS)
      .map((one) => ({ facts: [], lists: [], links: [], ...one }));
  };
};

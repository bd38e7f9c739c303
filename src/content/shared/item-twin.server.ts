import { type AnyItem, type Collection, fieldEntries, headlineOf } from '#kit/collection.ts';
import type { RelatedInfoItem } from '#kit/field-groups.ts';
import { type Field, labelOf } from '#kit/fields.ts';
import { withoutPlaceholder, withoutPlaceholders } from '#site/placeholders.ts';
import { pageParam } from '#site/search-params.ts';
import type { Twin, TwinCall } from './twin.ts';
import {
  type Block,
  bullets,
  link,
  paragraph,
  prose,
  section,
  table,
} from './twin-blocks.server.ts';

interface Named {
  /** Without one, it is just a word. */
  slug: string | null;
  name?: string;
  title?: string;
  question?: string;
}

/** Items that a page names, as links to their twins. */
export const links = (folder: string, items: readonly Named[]): Block[] =>
  bullets(
    items.map(({ slug, name, title, question }) => {
      const words = name ?? title ?? question ?? slug ?? '';
      return slug ? link(words, `${folder}/${encodeURIComponent(slug)}`) : words;
    }),
  );

const asWords = (value: unknown, { kind }: Field): string | null => {
  if (kind === 'date') return typeof value === 'string' ? value.slice(0, 10) : null;
  if (kind === 'integer') return typeof value === 'number' ? String(value) : null;
  return typeof value === 'string' ? withoutPlaceholder(value) : null;
};

const FACTS = ['text', 'choice', 'date', 'integer', 'link'];

/** Fields that a reader sees: neither the desk's own nor those that stand above the facts. */
const shownFields = (collection: Collection, omit: readonly string[]) => {
  const above = [collection.title, collection.headline, 'displayOrder', ...omit];
  return fieldEntries(collection).filter(
    ([key, { kind, tab, server, editorsOnly, picture, to }]) =>
      !above.includes(key) &&
      !(key === collection.body && kind === 'text') &&
      tab === undefined &&
      !(server || editorsOnly || picture || to),
  );
};

const relatedOf = ({ enableRelatedInfo, relatedInfoCache }: Readonly<Record<string, unknown>>) => {
  const items = enableRelatedInfo && Array.isArray(relatedInfoCache) ? relatedInfoCache : [];
  return bullets(
    items.map(({ title, url, source, description }: RelatedInfoItem) => [
      link(title, url),
      ` (${source}): ${description}`,
    ]),
  );
};

interface ItemParts {
  /** Fields that the twin leaves out or shows in its own way. */
  omit?: readonly string[];
  /** Before and after the item's own texts. */
  first?: readonly Block[];
  last?: readonly Block[];
}

/** The twin of an item of any type: facts as a table, texts as they are stored, lists as lists. */
export const itemTwin = (
  collection: Collection,
  item: AnyItem,
  { omit = [], first = [], last = [] }: ItemParts = {},
): Twin => {
  const fields = shownFields(collection, omit);
  const facts = fields.flatMap(([key, field]) => {
    const words = FACTS.includes(field.kind) ? asWords(item[key], field) : null;
    return words ? [[labelOf(key, field), field.kind === 'link' ? link(words, words) : words]] : [];
  });
  const texts = fields.flatMap(([key, field]) => {
    const value = item[key];
    const label = labelOf(key, field);
    if (field.kind === 'markdown' && typeof value === 'string')
      return section(label, prose(withoutPlaceholder(value)));
    if (field.kind !== 'list' || !Array.isArray(value)) return [];
    return section(label, bullets(withoutPlaceholders(value.map(String))));
  });
  const { body } = collection;
  return {
    title: headlineOf(collection, item),
    summary:
      body && collection.fields[body]?.kind === 'text'
        ? asWords(item[body], { kind: 'text' })
        : null,
    blocks: [
      ...table(['Fact', 'Value'], facts),
      ...first,
      ...texts,
      ...section('Related information', relatedOf(item)),
      ...last,
    ],
  };
};

const LIST_PART = 100;

/** The part of a list that is asked for. */
export const partOf = ({ search }: TwinCall) => {
  const page = pageParam(search.page) ?? 1;
  return { page, limit: LIST_PART, offset: (page - 1) * LIST_PART };
};

/** Where a list goes on. */
export const nextPart = (path: string, page: number, total: number): Block[] =>
  total > page * LIST_PART
    ? [paragraph([`${total} in all: `, link(`part ${page + 1}`, `${path}?page=${page + 1}`)])]
    : [];

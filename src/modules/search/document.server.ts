import {
  type AnyItem,
  type Collection,
  fieldEntries,
  headlineOf,
  publicPathOf,
  slugOf,
} from '#kit/collection.ts';
import type { Field } from '#kit/fields.ts';
import { excerpt, stripMarks } from '#platform/text/excerpt.ts';
import { readParagraphs } from '#platform/text/read-text.ts';
import { wordsOf } from './words.ts';

/** A group of results, and how much a hit in it counts. */
export interface SearchKind {
  name: string;
  label: { one: string; many: string };
  weight: number;
  collections: readonly Collection[];
}

export interface Loaded {
  item: AnyItem;
  /** The fields of a draft over it. */
  draft: Record<string, unknown> | null;
  /** Names that count as if its summary had them. */
  features: readonly string[];
  /** Text beyond its own fields. */
  more: string;
}

/** What a search compares, most telling first. */
export interface Indexed {
  names: string;
  about: string;
  headings: string;
  text: string;
}

/** What a result shows. */
export interface Page {
  collection: string;
  id: number;
  kind: string;
  title: string;
  path: string;
  summary: string;
  /** The beginning of its text, to show a word in its sentence. */
  body: string;
  day: string;
  /** The words of the title, as they are compared. */
  name: string;
}

const SUMMARY = 220;
/** A passage is looked for in so much of a text. */
const SHOWN_BODY = 4000;
/** Enough of any page, so that one document never takes long. */
const MAX_TEXT = 30_000;
const MAX_NAME_WORDS = 16;

interface Texts {
  summary: string;
  keywords: string[];
  headings: string[];
  prose: string[];
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
const asList = (value: unknown): string[] => (Array.isArray(value) ? value.map(asText) : []);

/** Every text inside a value. */
const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

const addMarkdown = (texts: Texts, source: string) => {
  const { headings, paragraphs } = readParagraphs(source.slice(0, 2 * MAX_TEXT));
  texts.headings.push(...headings);
  texts.prose.push(paragraphs.join(' '));
};

const isShown = ({ editorsOnly, server, tab = 'content' }: Field) =>
  !editorsOnly && !server && tab === 'content';

/** The item's text on its page, grouped by how much it tells. */
const textsOf = (collection: Collection, item: AnyItem): Texts => {
  const texts: Texts = { summary: '', keywords: [], headings: [], prose: [] };
  for (const [key, field] of fieldEntries(collection)) {
    const value = item[key];
    if (!isShown(field) || key === collection.title || !value) continue;
    if (key === collection.body) texts.summary = excerpt(asText(value), SUMMARY);
    if (field.kind === 'list') texts.keywords.push(...asList(value));
    else if (field.kind === 'markdown') addMarkdown(texts, asText(value));
    else if (field.kind === 'text') texts.prose.push(asText(value));
    // Single words in a structured value are codes and addresses.
    else if (field.kind === 'json')
      texts.prose.push(...stringsIn(value).filter((text) => /\s/.test(text)));
  }
  return texts;
};

/** 'Eton Solutions (AtlasFive)' is called by both of its names, and 'AtlasFive' also 'Atlas Five'. */
export const namesOf = (title: string, aliases: unknown): string[] => [
  title,
  ...(/\p{Ll}\p{Lu}/u.test(title) ? [title.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')] : []),
  ...Array.from(title.matchAll(/\(([^()]+)\)/g), (match) => match[1] ?? ''),
  ...asList(aliases),
];

const joined = (texts: readonly string[]) => texts.join(' ').slice(0, MAX_TEXT);

export const documentOf = (
  kind: SearchKind,
  collection: Collection,
  { item, features, more }: Loaded,
): { page: Page; indexed: Indexed } => {
  const title = headlineOf(collection, item);
  const texts = textsOf(collection, item);
  if (more) addMarkdown(texts, more);
  const prose = joined(texts.prose);
  return {
    page: {
      collection: collection.name,
      id: item.id,
      kind: kind.name,
      title,
      path: publicPathOf(collection, slugOf(collection, item)),
      summary: texts.summary || excerpt(prose, SUMMARY),
      body: stripMarks(prose.slice(0, SHOWN_BODY)),
      day: new Date(
        asText(item[collection.inSearch?.day ?? 'updatedAt']) || item.updatedAt,
      ).toISOString(),
      name: wordsOf(title).slice(0, MAX_NAME_WORDS).join(' '),
    },
    indexed: {
      names: joined(namesOf(title, item.aliases)),
      about: joined([texts.summary, ...texts.keywords, ...features]),
      headings: collection.inSearch?.sharesHeadings ? '' : joined(texts.headings),
      text: prose,
    },
  };
};

const PAGE_TEXTS = new Set(['text', 'markdown', 'list']);
const ADDRESSES = new Set(['slug', 'link']);

/** What signed-in people find an item by besides the text of its page: its addresses, notes and a draft over it. */
export const editorsTextOf = (collection: Collection, { item, draft }: Loaded): string => {
  const own = fieldEntries(collection)
    .filter(([, field]) => !field.derived)
    .filter(
      ([, field]) => ADDRESSES.has(field.kind) || (PAGE_TEXTS.has(field.kind) && !isShown(field)),
    )
    .flatMap(([key]) => stringsIn(item[key]));
  return joined([...own, ...stringsIn(draft)]);
};

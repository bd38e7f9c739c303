import {
  type AnyItem,
  type Collection,
  fieldEntries,
  headlineOf,
  publicPathOf,
  slugOf,
} from '#kit/collection.ts';
import { readParagraphs } from '#platform/seo/read-text.ts';
import { excerpt, stripMarks } from '#platform/text/excerpt.ts';
import { wordsOf } from './words.ts';

/** A group of results, and how much a hit in it counts. */
export interface SearchKind {
  name: string;
  label: { one: string; many: string };
  weight: number;
  collections: readonly Collection[];
}

interface Indexed {
  item: AnyItem;
  /** Names that count as if they stood in its summary. */
  features: readonly string[];
  /** Text beyond its own fields. */
  more: string;
}

export interface SearchEntry {
  collection: string;
  itemId: number;
  kind: string;
  title: string;
  path: string;
  summary: string;
  body: string;
  day: string;
  name: string;
  /** The words of each weight. */
  a: string;
  b: string;
  c: string;
  d: string;
}

const SUMMARY = 220;
/** Enough of any page, and far from the length at which PostgreSQL refuses a text. */
const MAX_BODY = 30_000;
const MAX_NAME_WORDS = 16;

interface Texts {
  summary: string;
  keywords: string[];
  headings: string[];
  prose: string[];
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
const asList = (value: unknown): string[] => (Array.isArray(value) ? value.map(asText) : []);

/** Every sentence inside a structured value; single words in it are codes and addresses. */
const sentencesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return /\s/.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(sentencesIn)
    : [];
};

const addMarkdown = (texts: Texts, source: string) => {
  const { headings, paragraphs } = readParagraphs(source);
  texts.headings.push(...headings);
  texts.prose.push(paragraphs.join(' '));
};

/** The item's text on its page, grouped by search weight. */
const textsOf = (collection: Collection, item: AnyItem): Texts => {
  const texts: Texts = { summary: '', keywords: [], headings: [], prose: [] };
  for (const [key, field] of fieldEntries(collection)) {
    const isShown = !field.editorsOnly && !field.server && (field.tab ?? 'content') === 'content';
    const value = item[key];
    if (!isShown || key === collection.title || !value) continue;
    if (key === collection.body) texts.summary = excerpt(asText(value), SUMMARY);
    if (field.kind === 'list') texts.keywords.push(...asList(value));
    else if (field.kind === 'markdown') addMarkdown(texts, asText(value));
    else if (field.kind === 'text') texts.prose.push(asText(value));
    else if (field.kind === 'json') texts.prose.push(...sentencesIn(value));
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

const joined = (texts: readonly string[]) => wordsOf(texts.join(' ').slice(0, MAX_BODY)).join(' ');

export const entryOf = (
  kind: SearchKind,
  collection: Collection,
  { item, features, more }: Indexed,
): SearchEntry => {
  const title = headlineOf(collection, item);
  const texts = textsOf(collection, item);
  if (more) addMarkdown(texts, more);
  const words = wordsOf(title).slice(0, MAX_NAME_WORDS);
  return {
    collection: collection.name,
    itemId: item.id,
    kind: kind.name,
    title,
    path: publicPathOf(collection, slugOf(collection, item)),
    summary: texts.summary || excerpt(texts.prose.join(' '), SUMMARY),
    body: stripMarks(texts.prose.join(' ').slice(0, MAX_BODY)),
    day: asText(item[collection.inSearch?.day ?? 'updatedAt']) || item.updatedAt,
    name: words.join(' '),
    a: joined(namesOf(title, item.aliases)),
    b: joined([texts.summary, ...texts.keywords, ...features]),
    c: collection.inSearch?.sharesHeadings ? '' : joined(texts.headings),
    d: joined(texts.prose),
  };
};

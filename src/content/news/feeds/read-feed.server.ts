import { type AnyFeed, parseFeed } from 'feedsmith';
import { isSafeLink } from '#platform/safe-link.ts';
import { cutAtWord, oneLine, withoutControls } from '#platform/text/clean-text.ts';
import { htmlToMarkdown, htmlToPlain } from '../text/html-to-markdown.server.ts';
import { withoutTracking } from './canonical-url.ts';

/** An entry of any of the four kinds of feed, before cleaning. */
interface RawItem {
  title?: string | undefined;
  link?: string | undefined;
  guid?: string | undefined;
  isPermaLink?: boolean | undefined;
  authors: (string | undefined)[];
  publisher?: string | undefined;
  date?: string | undefined;
  summary?: string | undefined;
  content?: string | undefined;
  tags: (string | undefined)[];
}

interface RawFeed {
  title?: string | undefined;
  home?: string | undefined;
  items: RawItem[];
}

type Parsed = AnyFeed<string>;
type Of<K extends Parsed['format']> = Extract<Parsed, { format: K }>['feed'];

interface Link {
  href?: string | undefined;
  rel?: string | undefined;
}

const alternateOf = (links: readonly Link[] = []) =>
  (links.find((link) => !link.rel || link.rel === 'alternate') ?? links[0])?.href;

const nameOf = (person: unknown): string | undefined => {
  if (typeof person === 'string') return person;
  if (typeof person !== 'object' || person === null || !('name' in person)) return undefined;
  return typeof person.name === 'string' ? person.name : undefined;
};

const fromRss = (feed: Of<'rss'>): RawFeed => ({
  title: feed.title,
  home: feed.link,
  items: (feed.items ?? []).map((item) => ({
    title: item.title ?? item.dc?.titles?.[0],
    link: item.link ?? alternateOf(item.atom?.links),
    guid: item.guid?.value,
    isPermaLink: item.guid?.isPermaLink,
    authors: [...(item.dc?.creators ?? []), ...(item.authors ?? []).map(nameOf)],
    publisher: item.source?.title ?? item.dc?.publishers?.[0],
    date: item.pubDate ?? item.dc?.dates?.[0] ?? item.atom?.published ?? item.atom?.updated,
    summary: item.description ?? item.atom?.summary?.value,
    content: item.content?.encoded ?? item.atom?.content?.value,
    tags: (item.categories ?? []).map((category) => category.name),
  })),
});

const fromAtom = (feed: Of<'atom'>): RawFeed => ({
  title: feed.title?.value,
  home: alternateOf(feed.links),
  items: (feed.entries ?? []).map((entry) => ({
    title: entry.title?.value,
    link: alternateOf(entry.links),
    guid: entry.id,
    authors: [...(entry.authors ?? []), ...(feed.authors ?? [])].map(nameOf).slice(0, 1),
    publisher: entry.source?.title?.value,
    date: entry.published ?? entry.updated,
    summary: entry.summary?.value,
    content: entry.content?.value,
    tags: (entry.categories ?? []).map((category) => category.label ?? category.term),
  })),
});

const fromRdf = (feed: Of<'rdf'>): RawFeed => ({
  title: feed.title,
  home: feed.link,
  items: (feed.items ?? []).map((item) => ({
    title: item.title ?? item.dc?.titles?.[0],
    link: item.link ?? item.rdf?.about,
    guid: item.rdf?.about ?? item.dc?.identifiers?.[0],
    authors: item.dc?.creators ?? [],
    publisher: item.dc?.publishers?.[0],
    date: item.dc?.dates?.[0],
    summary: item.description,
    content: item.content?.encoded,
    tags: item.dc?.subjects ?? [],
  })),
});

const fromJson = (feed: Of<'json'>): RawFeed => ({
  title: feed.title,
  home: feed.home_page_url,
  items: (feed.items ?? []).map((item) => ({
    title: item.title,
    link: item.url ?? item.external_url,
    guid: item.id,
    authors: (item.authors ?? feed.authors ?? []).map(nameOf),
    date: item.date_published ?? item.date_modified,
    summary: item.summary,
    content: item.content_html ?? item.content_text,
    tags: item.tags ?? [],
  })),
});

/** RSS, Atom, RDF and JSON Feed in one shape; throws when it is none of them. */
const parseRawFeed = (text: string, maxItems: number): RawFeed => {
  const parsed = parseFeed<string>(text, { maxItems });
  if (parsed.format === 'rss') return fromRss(parsed.feed);
  if (parsed.format === 'atom') return fromAtom(parsed.feed);
  if (parsed.format === 'rdf') return fromRdf(parsed.feed);
  return fromJson(parsed.feed);
};

/** An entry of a feed, normalized from any kind of feed. */
export interface FeedItem {
  title: string;
  url: string;
  guid: string;
  author: string | null;
  publisher: string | null;
  publishedAt: string | null;
  excerpt: string;
  content: string;
  tags: string[];
}

export interface FeedContent {
  title: string;
  items: FeedItem[];
  /** How many entries stand after those. */
  cut: number;
  /** A line for each entry that could not be read. */
  odd: string[];
}

/** Entries beyond these are older than anything a desk would still take up: they are counted, up to a bound. */
const MAX_ITEMS = 200;
const MAX_COUNTED = 5000;
const MAX_SOURCE = 400_000;
const MAX_CONTENT = 60_000;
const EXCERPT = 300;
const MAX_ODD = 20;
const DAY_MS = 86_400_000;

const plain = (text: string | undefined, max: number) =>
  cutAtWord(oneLine(htmlToPlain((text ?? '').slice(0, MAX_SOURCE))), max);

/** Feeds name days of all kinds; one that lies ahead or before the web would spoil the order. */
const readDate = (raw: string | undefined): string | null => {
  const time = Date.parse(raw ?? '');
  if (Number.isNaN(time) || time > Date.now() + DAY_MS || time < Date.UTC(1990, 0)) return null;
  return new Date(time).toISOString();
};

const readUrl = (item: RawItem, base: string): string | null => {
  const guidIsLink = item.isPermaLink !== false && /^https?:\/\//i.test(item.guid ?? '');
  const source = item.link?.trim() || (guidIsLink ? item.guid?.trim() : '') || '';
  if (source === '' || !URL.canParse(source, base)) return null;
  const url = withoutTracking(new URL(source, base).href);
  return isSafeLink(url) && url.length <= 1000 ? url : null;
};

const isString = (value: unknown): value is string => typeof value === 'string';

const readTags = (tags: RawItem['tags']) => {
  const words = tags
    .filter(isString)
    .map((tag) => plain(tag, 60))
    .filter((tag) => tag !== '');
  return [...new Set(words)].slice(0, 8);
};

const readItem = (raw: RawItem, feed: { title: string; base: string }): FeedItem | string => {
  const title = plain(raw.title, 500);
  if (title === '') return 'an entry without a title';
  const url = readUrl(raw, feed.base);
  if (!url) return `"${cutAtWord(title, 80)}" has no usable link`;
  const source = (raw.content?.trim() || raw.summary || '').slice(0, MAX_SOURCE);
  const markdown = withoutControls(htmlToMarkdown(source, url)).slice(0, MAX_CONTENT).trim();
  const excerpt = plain(raw.summary?.trim() || source, EXCERPT);
  return {
    title,
    url,
    guid: oneLine(raw.guid ?? '').slice(0, 1000) || url,
    author: plain(raw.authors.filter(isString).join(', '), 300) || null,
    publisher: plain(raw.publisher, 300) || feed.title || null,
    publishedAt: readDate(raw.date),
    excerpt: excerpt || title,
    content: markdown || excerpt || title,
    tags: readTags(raw.tags),
  };
};

/** Everything a feed says, cleaned; runs in a worker, since the text may be large and hostile. */
export const readFeed = (text: string, feedUrl: string): FeedContent => {
  const raw = parseRawFeed(text, MAX_COUNTED);
  const home = raw.home?.trim() ?? '';
  const base = URL.canParse(home, feedUrl) ? new URL(home, feedUrl).href : feedUrl;
  const feed = { title: plain(raw.title, 300), base };
  const cut = Math.max(0, raw.items.length - MAX_ITEMS);
  const result: FeedContent = { title: feed.title, items: [], cut, odd: [] };
  for (const entry of raw.items.slice(0, MAX_ITEMS)) {
    try {
      const item = readItem(entry, feed);
      if (isString(item)) result.odd.push(item);
      if (!isString(item)) result.items.push(item);
    } catch {
      result.odd.push('an entry that could not be read');
    }
  }
  if (result.odd.length > MAX_ODD) {
    const more = result.odd.length - MAX_ODD;
    result.odd = [...result.odd.slice(0, MAX_ODD), `${more} more entries that could not be read`];
  }
  return result;
};

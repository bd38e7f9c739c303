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

/** What tells an entry from every other one. */
export interface FeedIdentity {
  title: string;
  url: string;
  guid: string;
}

/** An entry of a feed, normalized from any kind of feed. */
export interface FeedItem extends FeedIdentity {
  author: string | null;
  publisher: string | null;
  publishedAt: string | null;
  excerpt: string;
  content: string;
  tags: string[];
}

export interface FeedContent {
  title: string;
  /** Those that were asked for, at most so many as one fetch takes. */
  items: FeedItem[];
  /** Every entry that has an identity, in the order of the feed. */
  entries: FeedIdentity[];
  /** A line for each entry that could not be read. */
  odd: string[];
}

/** So many are taken in one fetch; the others come with the next ones. */
export const MAX_ITEMS = 200;
/** A feed of more entries is read up to here. */
const MAX_ENTRIES = 5000;
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

interface FeedFacts {
  title: string;
  base: string;
}

/** Its identity, or why it has none. */
const identify = (raw: RawItem, { base }: FeedFacts): FeedIdentity | string => {
  const title = plain(raw.title, 500);
  if (title === '') return 'an entry without a title';
  const url = readUrl(raw, base);
  if (!url) return `"${cutAtWord(title, 80)}" has no usable link`;
  return { title, url, guid: oneLine(raw.guid ?? '').slice(0, 1000) || url };
};

const readItem = (raw: RawItem, identity: FeedIdentity, feed: FeedFacts): FeedItem => {
  const { title, url } = identity;
  const source = (raw.content?.trim() || raw.summary || '').slice(0, MAX_SOURCE);
  const markdown = withoutControls(htmlToMarkdown(source, url)).slice(0, MAX_CONTENT).trim();
  const excerpt = plain(raw.summary?.trim() || source, EXCERPT);
  return {
    ...identity,
    author: plain(raw.authors.filter(isString).join(', '), 300) || null,
    publisher: plain(raw.publisher, 300) || feed.title || null,
    publishedAt: readDate(raw.date),
    excerpt: excerpt || title,
    content: markdown || excerpt || title,
    tags: readTags(raw.tags),
  };
};

const sayMany = (odd: string[]): string[] => {
  if (odd.length <= MAX_ODD) return odd;
  return [...odd.slice(0, MAX_ODD), `${odd.length - MAX_ODD} more entries that could not be read`];
};

/**
 * Everything a feed says, cleaned; runs in a worker, since the text may be large and hostile. `known` are guids and
 * addresses of entries that are not wanted any more.
 */
export const readFeed = (
  text: string,
  feedUrl: string,
  known: ReadonlySet<string> = new Set(),
): FeedContent => {
  const raw = parseRawFeed(text, MAX_ENTRIES);
  const home = raw.home?.trim() ?? '';
  const base = URL.canParse(home, feedUrl) ? new URL(home, feedUrl).href : feedUrl;
  const feed = { title: plain(raw.title, 300), base };
  const result: FeedContent = { title: feed.title, items: [], entries: [], odd: [] };
  for (const entry of raw.items) {
    try {
      const identity = identify(entry, feed);
      if (isString(identity)) {
        result.odd.push(identity);
        continue;
      }
      result.entries.push(identity);
      const isKnown = known.has(identity.guid) || known.has(identity.url);
      if (isKnown || result.items.length >= MAX_ITEMS) continue;
      result.items.push(readItem(entry, identity, feed));
    } catch {
      result.odd.push('an entry that could not be read');
    }
  }
  return { ...result, odd: sayMany(result.odd) };
};

import { type AnyFeed, parseFeed } from 'feedsmith';

/** An entry of any of the four kinds of feed, before cleaning. */
export interface RawItem {
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
export const parseRawFeed = (text: string, maxItems: number): RawFeed => {
  const parsed = parseFeed<string>(text, { maxItems });
  if (parsed.format === 'rss') return fromRss(parsed.feed);
  if (parsed.format === 'atom') return fromAtom(parsed.feed);
  if (parsed.format === 'rdf') return fromRdf(parsed.feed);
  return fromJson(parsed.feed);
};

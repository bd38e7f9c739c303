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

import type { createApiClient } from '#client/api-client.ts';
import type { SearchValue } from '#site/search-params.ts';
import type { Block } from './twin-blocks.server.ts';

/** A page as Markdown. */
export interface Twin {
  title: string;
  summary?: string | null | undefined;
  /** The page's own address, where it is not the one that was asked for. */
  canonical?: string;
  blocks: Block[];
}

/** The same public reads that the page makes. */
export interface TwinReads
  extends Pick<ReturnType<typeof createApiClient>, 'get' | 'item' | 'cards' | 'cardsOf'> {
  siteUrl: string;
}

export interface TwinCall {
  /** The value of the address's variable, if it has one. */
  key: string;
  search: Readonly<Record<string, SearchValue>>;
}

export type WriteTwin = (reads: TwinReads, call: TwinCall) => Promise<Twin>;

/** Twins by the address of their page, as the router has it: '/faq' or '/faq/$slug'. */
export type Twins = Readonly<Record<`/${string}`, WriteTwin>>;

import type {
  CardResponse,
  CollectionName,
  DetailResponse,
  ListParams,
} from '#client/api-calls.ts';
import type { createApiClient, ListPage } from '#client/api-client.ts';
import type { AnyItem } from '#kit/collection.ts';
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
export interface TwinReads {
  siteUrl: string;
  get: ReturnType<typeof createApiClient>['get'];
  item<Name extends CollectionName>(name: Name, slug: string): Promise<DetailResponse<Name>>;
  cards<Name extends CollectionName>(
    name: Name,
    params?: ListParams<Name>,
  ): Promise<ListPage<CardResponse<Name>>>;
  /** The same of a type that is not known by name. */
  itemOf(name: string, slug: string): Promise<AnyItem>;
  cardsOf(name: string, params: object): Promise<ListPage<AnyItem>>;
}

export interface TwinCall {
  /** The value of the address's variable, if it has one. */
  key: string;
  search: Readonly<Record<string, SearchValue>>;
}

export type WriteTwin = (reads: TwinReads, call: TwinCall) => Promise<Twin>;

/** Twins by the address of their page, as the router has it: '/faq' or '/faq/$slug'. */
export type Twins = Readonly<Record<`/${string}`, WriteTwin>>;

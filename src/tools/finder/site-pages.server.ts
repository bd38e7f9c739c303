import { NotNow } from '#modules/link-checks/host-turns.ts';
import type { PageText } from '#modules/page-text/page-text.server.ts';
import type { Reading } from '#modules/quotes/polite-fetch.server.ts';
import { FetchFailed, FetchRefused } from '#platform/guarded-fetch-errors.ts';

export const MAX_PAGES = 20;
const MAX_SITEMAPS = 4;
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_ADDRESSES = 5000;
const MAX_LENGTH = 1000;

const NO_PAGE =
  /\.(?:pdf|jpe?g|png|gif|svg|webp|ico|css|m?js|json|xml|zip|gz|mp[34]|woff2?|docx?|xlsx?|pptx?)$/i;
/** Parts of an address where vendors describe what they sell. */
const WANTED =
  /feature|product|platform|solution|module|capabilit|function|security|trust|complian|integration|pric|api|hosting|report|account|ledger|portfolio/;
const UNWANTED =
  /blog|news|press|career|job|event|webinar|podcast|legal|terms|cookie|author|tag|login|sign/;

const rankOf = (url: string): number => {
  const path = new URL(url).pathname.toLowerCase();
  if (UNWANTED.test(path)) return 2;
  return WANTED.test(path) ? 0 : 1;
};

const depthOf = (url: string): number => new URL(url).pathname.split('/').filter(Boolean).length;

/** One spelling for each page of the host; null for what is none. */
const pageAt = (address: string, host: string): string | null => {
  if (address.length > MAX_LENGTH || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isPage = /^https?:$/.test(url.protocol) && url.host === host && !NO_PAGE.test(url.pathname);
  if (!isPage || url.search !== '' || url.username !== '') return null;
  url.hash = '';
  return url.href;
};

const plainAddress = (text: string) => text.trim().replaceAll('&amp;', '&');

const isUnread = (error: unknown): error is Error =>
  error instanceof FetchFailed || error instanceof FetchRefused || error instanceof NotNow;

/** Empty where there is none. */
const readFile = async (url: string, { fetch, allowHosts }: Reading): Promise<string> => {
  try {
    const response = await fetch(url, { maxBytes: MAX_BYTES, allowHosts });
    return response.status === 200 ? response.text() : '';
  } catch (error) {
    if (isUnread(error)) return '';
    throw error;
  }
};

const allOf = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, found = '']) => plainAddress(found)).slice(
    0,
    MAX_ADDRESSES,
  );

/** The addresses in a host's sitemaps, and in those that they name. */
const readSitemaps = async (home: string, reading: Reading): Promise<string[]> => {
  const { host, origin } = new URL(home);
  const isOurs = (url: string) => URL.canParse(url) && new URL(url).host === host;
  const robots = await readFile(`${origin}/robots.txt`, reading);
  const named = allOf(robots, /^sitemap:\s*(\S{1,2000})/gim).filter(isOurs);
  const waiting = named.length > 0 ? named : [`${origin}/sitemap.xml`];
  const found: string[] = [];
  for (let read = 0; read < MAX_SITEMAPS && waiting.length > 0; read += 1) {
    const sitemap = await readFile(waiting.shift() ?? '', reading);
    for (const place of allOf(sitemap, /<loc>([^<]{1,2000})<\/loc>/gi)) {
      if (/\.xml$/i.test(place) && isOurs(place)) waiting.push(place);
      else found.push(place);
    }
  }
  return found;
};

export const readPage = async (url: string, { reader }: Reading): Promise<PageText> => {
  try {
    return await reader.read(url);
  } catch (error) {
    if (!isUnread(error)) throw error;
    return { kind: 'unreadable', url, status: null, reason: error.message };
  }
};

/** Pages of one host that a website's sitemap or its first page name: those that tell most come first. */
export const listSitePages = async (
  website: string,
  reading: Reading,
): Promise<{ urls: string[] } | { problem: string }> => {
  const home = await readPage(website, reading);
  if (home.kind === 'unreadable') return { problem: home.reason };
  const { host } = new URL(home.url);
  const named = [...home.links, ...(await readSitemaps(home.url, reading))];
  const pages = new Set(named.flatMap((address) => pageAt(address, host) ?? []));
  pages.delete(home.url);
  const ranked = Array.from(pages, (url) => ({ url, rank: rankOf(url), depth: depthOf(url) }))
    .sort((a, b) => a.rank - b.rank || a.depth - b.depth)
    .map(({ url }) => url);
  return { urls: [home.url, ...ranked.slice(0, MAX_PAGES - 1)] };
};

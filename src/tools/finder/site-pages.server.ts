import type { PageReader, PageText } from '#modules/page-text/page-text.server.ts';
import type { Robots } from '#modules/page-text/robots.server.ts';
import type { GuardedFetch } from '#platform/guarded-fetch.server.ts';
import { FetchFailed, FetchRefused } from '#platform/guarded-fetch-errors.ts';

/** How other sites are read: by the rules of their robots.txt, one request to a host every 2 seconds. */
export interface Reading {
  reader: PageReader;
  robots: Robots;
  fetch: GuardedFetch;
  allowHosts: readonly string[];
  wait(host: string): Promise<unknown>;
}

export const MAX_PAGES = 20;
const MAX_SITEMAPS = 4;
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_ADDRESSES = 5000;
const MAX_LENGTH = 1000;

const NO_PAGE = /\.(?:pdf|jpe?g|png|gif|svg|webp|ico|css|m?js|json|xml|zip|gz|mp[34]|woff2?|docx?|xlsx?|pptx?)$/i;
/** Parts of an address where vendors describe what they sell, the best first. */
const WANTED = [
  /feature|product|platform|solution|module|capabilit|function/,
  /security|trust|complian|integration|pricing|price|api|hosting|privacy-by/,
  /report|account|ledger|portfolio|invest|document|bill|tax|partnership|data/,
  /about|company|faq|support|how-it-works|overview|why/,
];
const UNWANTED = /blog|news|press|career|job|event|webinar|podcast|legal|terms|cookie|author|tag|login|sign/;

const rankOf = (url: string): number => {
  const path = new URL(url).pathname.toLowerCase();
  if (UNWANTED.test(path)) return WANTED.length + 1;
  const at = WANTED.findIndex((words) => words.test(path));
  return at === -1 ? WANTED.length : at;
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

const unescape = (text: string) => text.trim().replaceAll('&amp;', '&');

const readSitemap = async (url: string, { fetch, allowHosts, wait, robots }: Reading) => {
  if (!(await robots.isAllowed(url))) return [];
  try {
    await wait(new URL(url).host);
    const response = await fetch(url, { maxBytes: MAX_BYTES, allowHosts });
    if (response.status !== 200) return [];
    const places = response.text().matchAll(/<loc>([^<]{1,2000})<\/loc>/gi);
    return Array.from(places, ([, place = '']) => unescape(place)).slice(0, MAX_ADDRESSES);
  } catch (error) {
    if (error instanceof FetchFailed || error instanceof FetchRefused) return [];
    throw error;
  }
};

/** The addresses in a host's sitemaps, and in those that they name. */
const readSitemaps = async (home: string, reading: Reading): Promise<string[]> => {
  const { host, origin } = new URL(home);
  const isOurs = (url: string) => URL.canParse(url) && new URL(url).host === host;
  const named = (await reading.robots.sitemapsOf(home)).filter(isOurs);
  const waiting = named.length > 0 ? named : [`${origin}/sitemap.xml`];
  const found: string[] = [];
  for (let read = 0; read < MAX_SITEMAPS && waiting.length > 0; read += 1) {
    for (const place of await readSitemap(waiting.shift() ?? '', reading)) {
      if (/\.xml$/i.test(place) && isOurs(place)) waiting.push(place);
      else found.push(place);
    }
  }
  return found;
};

/** One page, where its robots.txt lets us and in the host's turn. */
export const readPage = async (
  url: string,
  { robots, reader, wait }: Reading,
): Promise<PageText> => {
  const refused = (reason: string) => ({ kind: 'unreadable', url, status: null, reason }) as const;
  if (!(await robots.isAllowed(url))) return refused('Its robots.txt does not allow it');
  try {
    await wait(new URL(url).host);
    return await reader.read(url);
  } catch (error) {
    if (error instanceof FetchFailed) return refused(error.message);
    throw error;
  }
};

/** Pages of one host that a website's sitemap or its first page name: those that tell most come first. */
export const listSitePages = async (
  website: string,
  reading: Reading,
): Promise<{ urls: string[] } | { problem: string }> => {
  const { robots } = reading;
  const home = await readPage(website, reading);
  if (home.kind === 'unreadable') return { problem: home.reason };
  const { host } = new URL(home.url);
  const named = [...home.links, ...(await readSitemaps(home.url, reading))];
  const pages = new Set(named.flatMap((address) => pageAt(address, host) ?? []));
  pages.delete(home.url);
  const ranked = Array.from(pages, (url) => ({ url, rank: rankOf(url), depth: depthOf(url) }))
    .sort((a, b) => a.rank - b.rank || a.depth - b.depth)
    .map(({ url }) => url);
  const urls = [home.url];
  for (const url of ranked) {
    if (urls.length === MAX_PAGES) break;
    if (await robots.isAllowed(url)) urls.push(url);
  }
  return { urls };
};

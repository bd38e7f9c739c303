import type { Level, Publisher } from '#content/coverage/coverage.collection.ts';
import { isFirstRank } from './first-rank.ts';

/** Hosts of copies: sites where documents are shared, raw files of repositories, and mirrors of filings. */
const COPY_HOSTS = [
  'advisorsandinvestors.com',
  'annual-statements.com',
  'capedge.com',
  'cupdf.com',
  'docplayer.net',
  'docslib.org',
  'documents.pub',
  'doczz.net',
  'gist.github.com',
  'gist.githubusercontent.com',
  'issuu.com',
  'manualspro.net',
  'manualzz.com',
  'paperzz.com',
  'pdfcoffee.com',
  'quarterlytics.com',
  'rasteredge.com',
  'raw.githubusercontent.com',
  'scribd.com',
  'silo.tips',
  'simplebooklet.com',
  'slideshare.net',
  'studylib.net',
  'theinfolist.com',
  'wixlib.com',
  'yumpu.com',
];

/** These two have an address in many countries. */
const COPY_FAMILIES = /(?:^|\.)(?:vdocuments|fdocuments)\.[a-z.]+$/;

/** The raw file of a repository; its page (`/blob/`) stands under the name of the owner, and counts as the owner's. */
const RAW_FILE = /^(?:www\.)?github\.com\/[^/]+\/[^/]+\/raw\//;

/** A copy host vouches for none of its pages. */
export const isCopy = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { hostname, pathname } = new URL(url);
  const host = hostname.replace(/\.$/, '');
  return (
    RAW_FILE.test(host + pathname) ||
    COPY_FAMILIES.test(host) ||
    COPY_HOSTS.some((copy) => host === copy || host.endsWith(`.${copy}`))
  );
};

interface Evidence {
  level: Level;
  publisher: Publisher;
  url: string;
}

export const COPY_IS_SECOND_HAND =
  'A copy on this host is second hand, whoever wrote it: choose index, or another publisher of the second rank';

/** Problems by field: a copy is never the vendor's own page, and only that page documents or denies. */
export const rankProblems = ({ level, publisher, url }: Evidence): Record<string, string> => {
  if (!isFirstRank(publisher)) {
    return level === 'partial'
      ? {}
      : {
          level: 'Second-hand evidence is partial at most: only the vendor or a filing settles it',
        };
  }
  return isCopy(url) ? { publisher: COPY_IS_SECOND_HAND } : {};
};

import { FEED } from '#content/news/site.ts';

/** Addresses of earlier releases, and what took their place. */
const RETIRED: readonly (readonly [RegExp, string])[] = [
  [/^\/changes$/, '/data'],
  [/^\/changes\.md$/, '/data.md'],
  [/^(?:\/vendors\/[^/]+)?\/changes\.xml$/, FEED],
  [/^\/llms-full\.txt$/, '/llms.txt'],
];

export const replacementOf = (path: string): string | undefined =>
  RETIRED.find(([retired]) => retired.test(path))?.[1];

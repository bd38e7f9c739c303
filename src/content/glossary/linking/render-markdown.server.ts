import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { MarkdownOptions } from '#content/shared/markdown.server.ts';
import { toPlainHtml } from '#content/shared/plain-html.ts';
import { createWorkerPool, TaskEnded } from '#platform/worker-pool.server.ts';
import { toLinkedHtml } from './link-terms.server.ts';
import type { RenderTask } from './render-worker.server.ts';
import type { GlossaryTerm, TermIndex } from './term-index.server.ts';

/** A glossary in both forms: to be used here, and to be built anew in a thread. */
export interface Glossary {
  index: TermIndex;
  terms: readonly GlossaryTerm[];
}

export interface RenderOptions extends Pick<MarkdownOptions, 'cards' | 'imageHosts' | 'siteUrl'> {
  /** The glossary to link; left out, nothing is linked. */
  glossary?: Glossary | undefined;
  ownSlug?: string | undefined;
}

interface Asked {
  source: string;
  options: RenderOptions;
}

/** So much is parsed in a few milliseconds whatever it holds, and so much where it is mostly words. */
const SHORT = 1000;
const ORDINARY = 8000;
const FEW_MARKS = 400;
const MARK = /[>*_~`[\]|<&:@\\#+=-]|\d[.)]|www/g;

/** Texts that parse fast; all others are parsed in a thread. */
const isEasy = (source: string): boolean =>
  source.length <= SHORT ||
  (source.length <= ORDINARY && (source.match(MARK)?.length ?? 0) <= FEW_MARKS);

const pool = createWorkerPool<RenderTask, string>({
  file: new URL('./render-worker.server.ts', import.meta.url),
  threads: 2,
  limitMs: 1500,
  maxWaiting: 200,
});

const renderInThread = async ({ source, options }: Asked) => {
  const { glossary, ...others } = options;
  const terms = glossary && { version: glossary.index.version, list: glossary.terms };
  try {
    return await pool.run({ source, options: others, terms });
  } catch (error) {
    if (error instanceof TaskEnded) return toPlainHtml(source);
    throw error;
  }
};

const render = (asked: Asked): string | Promise<string> => {
  const { source, options } = asked;
  if (!isEasy(source)) return renderInThread(asked);
  const { glossary, ...others } = options;
  return toLinkedHtml(source, { terms: glossary?.index, ...others });
};

/** A text in flight is shared by all requests for it, even when others evict it from the cache meanwhile. */
const cache = new LRUCache<string, string, Asked>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: (html, key) => 2 * (html.length + key.length) + 100,
  fetchMethod: (_key, _old, { context }) => render(context),
  ignoreFetchAbort: true,
});

/** Finished, sanitised HTML of a markdown text, cached until the text or the glossary changes. */
export const renderMarkdown = async (
  source: string | null | undefined,
  options: RenderOptions = {},
): Promise<string> => {
  if (!source?.trim()) return '';
  const { glossary, ownSlug = null, imageHosts = [], siteUrl = null, cards = {} } = options;
  const key = createHash('sha256')
    .update(JSON.stringify([glossary?.index.version ?? null, ownSlug, imageHosts, siteUrl, cards]))
    .update(source)
    .digest('base64');
  return cache.forceFetch(key, { context: { source, options } });
};

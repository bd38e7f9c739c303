import { type MarkdownOptions, toHtml } from '#content/shared/markdown.server.ts';
import { linkTerms } from './link-terms.server.ts';
import type { TermIndex } from './term-index.server.ts';

export interface LinkedOptions extends Omit<MarkdownOptions, 'addLinks'> {
  /** The glossary to link; left out, nothing is linked. */
  terms?: TermIndex | undefined;
  /** The slug of the glossary term whose page this is. */
  ownSlug?: string | undefined;
}

/** Finished, sanitised HTML of a markdown text, with links to the glossary. */
export const toLinkedHtml = (
  source: string,
  { terms, ownSlug, ...options }: LinkedOptions,
): string =>
  toHtml(source, {
    ...options,
    addLinks: terms && ((tree) => linkTerms(tree, { terms, ownSlug })),
  });

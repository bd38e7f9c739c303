import { CONTINUE, SKIP, visit } from 'unist-util-visit';
import { hrefTo } from '#client/href-to.ts';
import {
  type HtmlContent,
  type HtmlElement,
  type HtmlTree,
  makeElement,
  makeText,
} from '#content/shared/hast.ts';
import { type MarkdownOptions, toHtml } from '#content/shared/markdown.server.ts';
import { type TermIndex, type Token, tokenize } from './term-index.server.ts';

interface Options {
  terms: TermIndex;
  /** The slug of the page's own term, which is recognised but not linked. */
  ownSlug?: string | undefined;
}

interface Match {
  id: number;
  start: number;
  end: number;
}

const CLOSED = new Set(['a', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'code', 'pre']);

/** Links the first mention of every glossary term in a tree of finished HTML, in place. */
export function linkTerms(tree: HtmlTree, { terms, ownSlug }: Options): void {
  if (terms.size === 0) return;
  // Terms linked by hand need no second link.
  const linked = new Set(ownSlug === undefined ? [] : [ownSlug]);
  visit(tree, { tagName: 'a' }, ({ properties }) => {
    const slug = String(properties.href ?? '').match(/^\/glossary\/([^/?#]+)$/)?.[1];
    if (slug) linked.add(slug);
  });

  function linkText(text: string): HtmlContent[] {
    const parts: HtmlContent[] = [];
    let done = 0;
    for (const { id, start, end } of findTerms(text, terms)) {
      const term = terms.term(id);
      if (!term || linked.has(term.slug)) continue;
      linked.add(term.slug);
      if (start > done) parts.push(makeText(text.slice(done, start)));
      parts.push(makeLink(text.slice(start, end), term.slug, term.preview()));
      done = end;
    }
    if (done < text.length) parts.push(makeText(text.slice(done)));
    return parts;
  }

  visit(tree, (node, index, parent) => {
    if (node.type === 'element' && CLOSED.has(node.tagName)) return SKIP;
    if (node.type !== 'text' || index === undefined || !parent) return CONTINUE;
    const parts = linkText(node.value);
    parent.children.splice(index, 1, ...parts);
    return index + parts.length;
  });
}

function makeLink(text: string, slug: string, preview: string): HtmlElement {
  return makeElement(
    'a',
    {
      href: hrefTo('/glossary/$slug', { slug }),
      className: ['glossary-link'],
      dataTerm: slug,
      dataPreview: preview,
    },
    [makeText(text)],
  );
}

/**
 * The mentions in a text from left to right, none overlapping another: longer ones take their place
 * first, and a mention inside a longer one is part of that one.
 */
function findTerms(text: string, terms: TermIndex): Match[] {
  const tokens = tokenize(text);
  const matches = findAll(tokens, terms).sort(
    (a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start,
  );
  const taken = new Uint8Array(tokens.length);
  const kept: Match[] = [];
  for (const match of matches) {
    // A longer neighbour that overlaps covers one of the two ends, so the middle needs no look.
    if (taken[match.first] || taken[match.last]) continue;
    taken.fill(1, match.first, match.last + 1);
    kept.push(match);
  }
  return kept.sort((a, b) => a.start - b.start);
}

function findAll(tokens: Token[], terms: TermIndex): (Match & { first: number; last: number })[] {
  const matches: (Match & { first: number; last: number })[] = [];
  let state = 0;
  for (const [last, token] of tokens.entries()) {
    state = terms.step(state, token.key);
    const id = terms.endingAt(state);
    if (id < 0) continue;
    const first = last - (terms.term(id)?.tokens.length ?? 1) + 1;
    const start = tokens[first]?.start ?? token.start;
    if (isWhole(tokens, first, last)) matches.push({ id, first, last, start, end: token.end });
  }
  return matches;
}

/** 'C++' is not in 'C++x', nor '.NET' in 'ASP.NET': a sign at an edge must not touch a word. */
function isWhole(tokens: Token[], first: number, last: number): boolean {
  const startsInside = !tokens[first]?.isWord && tokens[first - 1]?.isWord;
  const endsInside = !tokens[last]?.isWord && tokens[last + 1]?.isWord;
  return !startsInside && !endsInside;
}

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

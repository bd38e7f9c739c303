import { CONTINUE, SKIP, visit } from 'unist-util-visit';
import { hrefTo } from '#client/href-to.ts';
import { type MarkdownOptions, toHtml } from '#content/shared/markdown.server.ts';
import {
  type HtmlContent,
  type HtmlElement,
  type HtmlTree,
  makeElement,
  makeText,
} from '#content/shared/text-blocks.server.ts';
import { firstSteps, type Glossary, type Step, tokenize } from './term-index.server.ts';

interface Options {
  glossary: Glossary;
  /** The slug of the page's own term, which is recognised but not linked. */
  ownSlug?: string | undefined;
}

const CLOSED = new Set(['a', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'code', 'pre']);

/** Links the first mention of every glossary term in a tree of finished HTML, in place. */
export function linkTerms(tree: HtmlTree, { glossary, ownSlug }: Options): void {
  const terms = firstSteps(glossary);
  if (terms.next.size === 0) return;
  // Terms linked by hand need no second link.
  const linked = new Set(ownSlug === undefined ? [] : [ownSlug]);
  visit(tree, { tagName: 'a' }, ({ properties }) => {
    const slug = String(properties.href ?? '').match(/^\/glossary\/([^/?#]+)$/)?.[1];
    if (slug) linked.add(slug);
  });

  function linkText(text: string): HtmlContent[] {
    const parts: HtmlContent[] = [];
    let done = 0;
    for (const { term, start, end } of findTerms(text, terms)) {
      if (linked.has(term.slug)) continue;
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
function findTerms(text: string, terms: Step) {
  const tokens = tokenize(text);
  /** 'C++' is not in 'C++x', nor '.NET' in 'ASP.NET': a sign at an edge must not touch a word. */
  const touches = (edge: number, outside: number) =>
    !tokens[edge]?.isWord && tokens[outside]?.isWord === true;

  /** The longest whole term that begins with a token. */
  const findAt = (first: number) => {
    if (touches(first, first - 1)) return [];
    let step = terms.next.get(tokens[first]?.key ?? '');
    let found: { last: number; term: NonNullable<typeof step>['term'] } | undefined;
    for (let last = first; step; last += 1) {
      if (step.term && !touches(last, last + 1)) found = { last, term: step.term };
      step = step.next.get(tokens[last + 1]?.key ?? '');
    }
    const { term, last = first } = found ?? {};
    const start = tokens[first]?.start ?? 0;
    const end = tokens[last]?.end ?? 0;
    return term ? [{ term, first, last, start, end }] : [];
  };

  const matches = tokens
    .flatMap((_, first) => findAt(first))
    .sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const taken = new Uint8Array(tokens.length);
  const kept = matches.filter(({ first, last }) => {
    // A longer neighbor that overlaps covers one of the two ends, so the middle needs no look.
    if (taken[first] || taken[last]) return false;
    taken.fill(1, first, last + 1);
    return true;
  });
  return kept.sort((a, b) => a.start - b.start);
}

export interface LinkedOptions extends Omit<MarkdownOptions, 'addLinks'> {
  /** The glossary to link; left out, nothing is linked. */
  glossary?: Glossary | undefined;
  /** The slug of the glossary term whose page this is. */
  ownSlug?: string | undefined;
}

/** Finished, sanitised HTML of a markdown text, with links to the glossary. */
export const toLinkedHtml = (
  source: string,
  { glossary, ownSlug, ...options }: LinkedOptions,
): string =>
  toHtml(source, {
    ...options,
    addLinks: glossary && ((tree) => linkTerms(tree, { glossary, ownSlug })),
  });

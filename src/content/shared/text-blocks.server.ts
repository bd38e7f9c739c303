import type rehypeSanitize from 'rehype-sanitize';
import { CONTINUE, visit } from 'unist-util-visit';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { calloutIn, cardIn } from '#platform/text/blocks.ts';
import type { Tree } from '#platform/text/parse-markdown.ts';
import { resolveVideo } from '#ui/media/video-id.ts';

type Root = ReturnType<ReturnType<typeof rehypeSanitize>>;
export type HtmlElement = Extract<Root['children'][number], { type: 'element' }>;
export type HtmlContent = HtmlElement['children'][number];
type HtmlText = Extract<HtmlContent, { type: 'text' }>;

/** A fragment: it holds what an element may hold. */
export interface HtmlTree extends Root {
  children: HtmlContent[];
}

export const asFragment = (root: Root): HtmlTree => ({
  ...root,
  children: root.children.filter((child) => child.type !== 'doctype'),
});

export function makeText(value: string): HtmlText {
  return { type: 'text', value };
}

export function makeElement(
  tagName: string,
  properties: HtmlElement['properties'],
  children: HtmlContent[],
): HtmlElement {
  return { type: 'element', tagName, properties, children };
}

export function textOf(node: HtmlContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  return node.children.map(textOf).join('');
}

/** An item as a card in a text shows it. */
export interface TextCard {
  name: string;
  href: string;
  kind: string;
  line: string;
}

/** By the slug that the text names. */
export type TextCards = Readonly<Record<string, TextCard>>;

/** More of them in one text are left out. */
const MAX_CARDS = 30;

/** All slugs that may be those of cards, each once. */
export const cardSlugsIn = (source: string): string[] => {
  const found = source.matchAll(new RegExp(`:::${vendors.inText}[ \\t]+([a-z\\d][a-z\\d-]*)`, 'g'));
  return [...new Set(Array.from(found, ([, slug = '']) => slug))].slice(0, MAX_CARDS);
};

/** Marks callouts and cards in a tree of Markdown, in place, as elements that the sanitizer knows. */
export const markBlocks =
  () =>
  (tree: Tree, file: { toString(): string }): void => {
    const source = file.toString();
    visit(tree, (node) => {
      if (node.type === 'blockquote') {
        const callout = calloutIn(node, source);
        if (!callout) return;
        const { kind, words } = callout;
        node.data = {
          hName: 'div',
          hProperties: { className: ['callout', `callout-${kind}`], role: 'note' },
        };
        const label = kind.replace(/^./, (first) => first.toUpperCase());
        node.children.splice(
          0,
          1,
          {
            type: 'paragraph',
            data: { hProperties: { className: ['callout-title'] } },
            children: [{ type: 'strong', children: [{ type: 'text', value: label }] }],
          },
          ...(words.length > 0 ? [{ type: 'paragraph' as const, children: words }] : []),
        );
      }
      if (node.type === 'paragraph') {
        const card = cardIn(node, source);
        if (card?.word !== vendors.inText) return;
        node.data = {
          hName: 'div',
          hProperties: { className: ['item-card'], dataCard: card?.slug },
        };
        node.children = [];
      }
    });
  };

/** The end of a line is one on the page, too: authors need no mark for it. */
export const showLineEnds =
  () =>
  (tree: Tree): void => {
    visit(tree, 'text', (node, index, parent) => {
      const lines = node.value.split(/[ \t]*(?:\r\n?|\n)[ \t]*/);
      if (lines.length === 1 || index === undefined || !parent) return CONTINUE;
      const parts = lines.flatMap((value, at) => [
        ...(at > 0 ? [{ type: 'break' as const }] : []),
        ...(value === '' ? [] : [{ type: 'text' as const, value }]),
      ]);
      parent.children.splice(index, 1, ...parts);
      return index + parts.length;
    });
  };

const fillCard = (element: HtmlElement, { name, href, kind, line }: TextCard): HtmlElement => {
  delete element.properties.dataCard;
  const title = makeElement('p', {}, [
    makeElement('a', { href }, [makeText(name)]),
    ...(kind === '' ? [] : [makeText(' '), makeElement('span', {}, [makeText(kind)])]),
  ]);
  element.children = line === '' ? [title] : [title, makeElement('p', {}, [makeText(line)])];
  return element;
};

/** Fills the cards of items that readers may see, and leaves the others out. */
export const fillCards = (parent: HtmlElement | HtmlTree, cards: TextCards): void => {
  parent.children = parent.children.flatMap((child): HtmlContent[] => {
    if (child.type !== 'element') return [child];
    const slug = child.properties.dataCard;
    if (typeof slug !== 'string') {
      fillCards(child, cards);
      return [child];
    }
    const card = Object.hasOwn(cards, slug) && cards[slug];
    return card ? [fillCard(child, card)] : [];
  });
};

const PLAYERS: Readonly<Record<string, string>> = { youtube: 'YouTube', vimeo: 'Vimeo' };

/** A link to a video alone in its paragraph becomes a figure; the player comes with a click, in the browser. */
export const showVideo = (paragraph: HtmlElement): HtmlElement | null => {
  const [link] = paragraph.children;
  if (link?.type !== 'element' || link.tagName !== 'a' || paragraph.children.length > 1)
    return null;
  if (link.properties.title || link.children.some(({ type }) => type !== 'text')) return null;
  const address = String(link.properties.href ?? '');
  const { platform, embedUrl } = resolveVideo({ url: address });
  const player = PLAYERS[platform];
  if (!embedUrl || !player) return null;
  const words = textOf(link);
  const title = words === address ? `Video on ${player}` : words;
  link.properties = { ...link.properties, dataPlayer: embedUrl, dataTitle: title };
  link.children = [
    makeElement('span', { className: ['sr-only'] }, [makeText('Play video: ')]),
    makeText(title),
  ];
  const note = `Video on ${player}: nothing is loaded from there before you play it.`;
  return makeElement('figure', { className: ['video'] }, [
    link,
    makeElement('figcaption', {}, [makeText(note)]),
  ]);
};

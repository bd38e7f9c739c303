import type { Block, Inline } from './parse-markdown.ts';

/** Blocks that Markdown says in signs of its own: where nothing knows them, the text still reads (decision 0069). */
export const CALLOUTS = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type Callout = (typeof CALLOUTS)[number];

/** A picture's share of the column, as its address ends: '/uploads/a.webp#width=50'. */
export const PICTURE_WIDTHS = ['33', '50', '75'] as const;

const MARKER = /^\[!([a-z]+)\][ \t]*(\n|$)/i;
const CARD = /^:::([a-z]{2,20})[ \t]+([a-z\d][a-z\d-]{0,199})[ \t]*(?:\n:::[ \t]*)?$/;

type Paragraph = Extract<Block, { type: 'paragraph' }>;
type Quote = Extract<Block, { type: 'blockquote' }>;
type Text = Extract<Inline, { type: 'text' }>;

/** Behind a backslash a sign is only a sign. */
const isTyped = ({ value, position }: Text, source: string) =>
  source[position?.start.offset ?? -1] === value[0];

/** The callout that a quote is: its kind, and its first words without the marker; null for a plain quote. */
export const calloutIn = (
  { children: [first] }: Quote,
  source: string,
): { kind: Callout; words: Inline[] } | null => {
  const [text, ...others] = first?.type === 'paragraph' ? first.children : [];
  if (text?.type !== 'text' || !isTyped(text, source)) return null;
  const [marker, name, end] = MARKER.exec(text.value) ?? [];
  const kind = CALLOUTS.find((one) => one === name?.toLowerCase());
  if (marker === undefined || kind === undefined) return null;
  const rest = text.value.slice(marker.length);
  if (rest !== '') return { kind, words: [{ type: 'text', value: rest }, ...others] };
  if (end !== '' || others.length === 0) return { kind, words: others };
  return others[0]?.type === 'break' ? { kind, words: others.slice(1) } : null;
};

export interface CardMark {
  /** Which type of item, by the word that its definition has for it. */
  word: string;
  slug: string;
}

/** The item whose card stands here, as in ':::vendor addepar'; null for other words. */
export const cardIn = ({ children }: Paragraph, source: string): CardMark | null => {
  const [text] = children;
  if (children.length !== 1 || text?.type !== 'text' || !isTyped(text, source)) return null;
  const [, word, slug] = CARD.exec(text.value) ?? [];
  return word && slug ? { word, slug } : null;
};

/** A link that stands alone in its paragraph, without marks in its words: a video, if it leads to one. */
export const loneLinkIn = ({ children }: Paragraph): { href: string; title: string } | null => {
  const [link] = children;
  if (children.length !== 1 || link?.type !== 'link' || link.title) return null;
  const [words] = link.children;
  if (link.children.length !== 1 || words?.type !== 'text') return null;
  return { href: link.url, title: words.value === link.url ? '' : words.value };
};

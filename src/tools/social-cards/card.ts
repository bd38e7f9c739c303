import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { markOf, type NameMark } from '#ui/name-mark.ts';

const radiusOf = (shape: NameMark['shape'], size: number): string => {
  const half = size / 2;
  const leaf = size * 0.45;
  const corners: Record<NameMark['shape'], number[]> = {
    square: [3, 3, 3, 3],
    ledger: [3, 3, 3, 3],
    round: [half, half, half, half],
    leaf: [leaf, 3, leaf, 3],
    arch: [half, half, 3, 3],
    shield: [3, 3, half, half],
  };
  return corners[shape].map((corner) => `${corner}px`).join(' ');
};

/** The mark of a vendor, as it stands beside its name on every page; its colors are those of the style sheet (`.name-mark`). */
const nameTile = (name: string, size: number): ReactElement => {
  const { letter, hue, shape } = markOf(name);
  return box(
    {
      alignItems: 'center',
      justifyContent: 'center',
      width: size,
      height: size,
      marginLeft: 16,
      borderStyle: 'solid',
      borderWidth: shape === 'ledger' ? '2px 2px 2px 9px' : '2px',
      borderColor: `oklch(0.72 0.07 ${hue})`,
      borderRadius: radiusOf(shape, size),
      background: `oklch(0.935 0.025 ${hue})`,
      color: `oklch(0.38 0.09 ${hue})`,
      fontFamily: fallbacks('Source Serif 4'),
      fontSize: size * 0.5,
      lineHeight: 1,
    },
    letter,
  );
};

/** As React would make it, which the server that draws does without. */
const element = (type: string, props: object, ...children: ReactNode[]): ReactElement => ({
  type,
  key: null,
  props: { ...props, children: children.length > 1 ? children : children[0] },
});

const box = (style: CSSProperties, ...children: ReactNode[]): ReactElement =>
  element('div', { style: { display: 'flex', ...style } }, ...children);

/** A paragraph that ends with its last line that fits. */
const lines = (text: string, count: number, style: CSSProperties): ReactElement =>
  element(
    'div',
    { style: { display: 'block', wordBreak: 'break-word', lineClamp: count, ...style } },
    text,
  );

/** Letters lie in one font file per script; a name for each lets one fill the other's gaps. */
export const SCRIPTS = ['latin', 'latin-ext', 'greek', 'cyrillic'] as const;
export const fontName = (family: string, script: string) => `${family} ${script}`;
const fallbacks = (family: string) => SCRIPTS.map((script) => fontName(family, script)).join(', ');

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

export interface Card {
  /** Page type and category. */
  kind: string;
  title: string;
  /** The one thing that a reader should know before the click. */
  fact?: string | undefined;
  /** Names whose marks stand at the head: the vendors that the page is about. */
  marks?: readonly string[] | undefined;
  siteName: string;
  /** The address as a reader would write it down. */
  host: string;
}

/** The light side of src/ui/styles/tokens.css; a picture has no night. */
const PAPER = '#faf6ef';
const INK = '#1b1916';
const SOFT = '#4f4840';
const FAINT = '#696055';
const RULE = '#bdb19f';
const CLARET = '#7b1e3b';
const ON_CLARET = '#fff9f3';

/** Letters and signs that the fonts lack would be drawn as boxes. */
const UNDRAWN =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}\p{P}\p{Sc}\p{Sm}\p{Z}]/gu;

const MAX_TITLE = 180;
/** Two lines hold it at its size, so that it ends with a word and not where the second line does. */
const MAX_FACT = 105;
const TITLE_HEIGHT = 255;
const LINE = 1.1;
const SMALLEST = 46;
const TILE = 76;
/** Sizes at which a title of up to so many characters fills its part of the card without leaving it. */
const SIZES: readonly [length: number, size: number][] = [
  [24, 112],
  [46, 88],
  [80, 68],
  [120, 54],
];

const sizeOf = (title: string) => SIZES.find(([length]) => title.length <= length)?.[1] ?? SMALLEST;

const shorten = (text: string, length: number) => {
  const points = Array.from(text.replace(UNDRAWN, '').replace(/\s+/g, ' ').trim());
  if (points.length <= length) return points.join('');
  return `${points
    .slice(0, length - 1)
    .join('')
    .replace(/[,;:]?\s+\S*$/, '')}…`;
};

/** The brand's mark: a ledger page with its margin rule. */
const mark = (size: number): ReactElement =>
  element(
    'svg',
    { width: size, height: size, viewBox: '0 0 24 24' },
    element('rect', { width: 24, height: 24, fill: CLARET }),
    element('path', {
      d: 'M7 4v16M10.5 8h8M10.5 12h8M10.5 16h5',
      stroke: ON_CLARET,
      strokeWidth: 1.5,
      fill: 'none',
    }),
  );

const head = ({ kind, marks = [] }: Card): ReactElement =>
  box(
    { alignItems: 'center', justifyContent: 'space-between', width: '100%', minHeight: TILE },
    lines(kind, 1, {
      fontFamily: fallbacks('Inter'),
      fontSize: 26,
      letterSpacing: '0.08em',
      textTransform: 'uppercase',
      color: CLARET,
    }),
    box({}, ...marks.map((name) => nameTile(name, TILE))),
  );

const text = (card: Card): ReactElement => {
  const title = shorten(card.title, MAX_TITLE) || card.siteName;
  const fact = shorten(card.fact ?? '', MAX_FACT);
  const size = sizeOf(title);
  return box(
    { flexDirection: 'column', width: '100%' },
    lines(title, Math.floor(TITLE_HEIGHT / (size * LINE)), {
      fontSize: size,
      lineHeight: LINE,
      letterSpacing: '-0.015em',
    }),
    ...(fact
      ? [lines(fact, 2, { marginTop: 18, fontSize: 34, lineHeight: 1.3, color: SOFT })]
      : []),
  );
};

const foot = ({ siteName, host }: Card): ReactElement =>
  box(
    {
      alignItems: 'center',
      justifyContent: 'space-between',
      width: '100%',
      paddingTop: 26,
      borderTop: `2px solid ${RULE}`,
    },
    box({ alignItems: 'center', fontSize: 32 }, mark(44), box({ marginLeft: 16 }, siteName)),
    box({ fontFamily: fallbacks('Inter'), fontSize: 24, color: FAINT }, host),
  );

/** The card as boxes: kind and marks above, title and fact on ledger paper, the publisher below. */
export const drawCard = (card: Card): ReactElement =>
  box(
    {
      width: CARD_WIDTH,
      height: CARD_HEIGHT,
      background: PAPER,
      color: INK,
      fontFamily: fallbacks('Source Serif 4'),
    },
    box({ width: 12, height: CARD_HEIGHT, background: CLARET }),
    box(
      {
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: CARD_WIDTH - 12,
        height: CARD_HEIGHT,
        padding: '36px 76px 44px 72px',
        boxSizing: 'border-box',
      },
      box({ flexDirection: 'column', width: '100%' }, head(card), text(card)),
      foot(card),
    ),
  );

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

export interface Card {
  /** What kind of page it is. */
  kind: string;
  title: string;
  siteName: string;
  /** The address as a reader would write it down. */
  host: string;
}

/** The light side of src/ui/styles/tokens.css; a picture has no night. */
const PAPER = '#faf6ef';
const INK = '#1b1916';
const FAINT = '#696055';
const RULE = '#bdb19f';
const CLARET = '#7b1e3b';
const ON_CLARET = '#fff9f3';

/** Letters lie in one font file per script; a name for each lets one fill in what the other lacks. */
export const SCRIPTS = ['latin', 'latin-ext', 'greek', 'cyrillic'] as const;
export const fontName = (family: string, script: string) => `${family} ${script}`;
const fallbacks = (family: string) => SCRIPTS.map((script) => fontName(family, script)).join(', ');

/** Letters and signs that the fonts lack would be drawn as boxes. */
const UNDRAWN =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}\p{P}\p{Sc}\p{Sm}\p{Z}]/gu;

const MAX_TITLE = 180;
const TITLE_HEIGHT = 375;
const LINE = 1.1;
const SMALLEST = 56;
/** Sizes at which a title of up to so many characters fills the page without leaving it. */
const SIZES: readonly [length: number, size: number][] = [
  [24, 116],
  [50, 104],
  [84, 86],
  [116, 76],
  [150, 66],
];

const sizeOf = (title: string) => SIZES.find(([length]) => title.length <= length)?.[1] ?? SMALLEST;

const shorten = (title: string) => {
  const points = Array.from(title.replace(UNDRAWN, '').replace(/\s+/g, ' ').trim());
  if (points.length <= MAX_TITLE) return points.join('');
  return `${points
    .slice(0, MAX_TITLE - 1)
    .join('')
    .replace(/\s+\S*$/, '')}…`;
};

type Style = Record<string, string | number>;

export interface Box {
  type: string;
  props: { style?: Style; children?: Box | string | readonly (Box | string)[] } & Record<
    string,
    unknown
  >;
}

const box = (style: Style, ...children: (Box | string)[]): Box => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});

/** The brand's mark: a ledger page with its margin rule. */
const mark = (size: number): Box => ({
  type: 'svg',
  props: {
    width: size,
    height: size,
    viewBox: '0 0 24 24',
    children: [
      { type: 'rect', props: { width: 24, height: 24, fill: CLARET } },
      {
        type: 'path',
        props: {
          d: 'M7 4v16M10.5 8h8M10.5 12h8M10.5 16h5',
          stroke: ON_CLARET,
          'stroke-width': 1.5,
          fill: 'none',
        },
      },
    ],
  },
});

/** The card as boxes: kind above, title large on ledger paper, who publishes it below. */
export const drawCard = (card: Card): Box => {
  const title = shorten(card.title) || card.siteName;
  const size = sizeOf(title);
  return box(
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
        padding: '60px 76px 48px 72px',
        boxSizing: 'border-box',
      },
      box(
        { flexDirection: 'column', width: '100%' },
        box(
          {
            fontFamily: fallbacks('Inter'),
            fontSize: 26,
            letterSpacing: '0.08em',
            textTransform: 'uppercase',
            color: CLARET,
            lineClamp: 1,
          },
          card.kind,
        ),
        {
          type: 'div',
          props: {
            style: {
              display: 'block',
              marginTop: 22,
              fontSize: size,
              lineHeight: LINE,
              letterSpacing: '-0.015em',
              wordBreak: 'break-word',
              lineClamp: Math.floor(TITLE_HEIGHT / (size * LINE)),
            },
            children: title,
          },
        },
      ),
      box(
        {
          alignItems: 'center',
          justifyContent: 'space-between',
          width: '100%',
          paddingTop: 28,
          borderTop: `2px solid ${RULE}`,
        },
        box(
          { alignItems: 'center', fontSize: 32 },
          mark(40),
          box({ marginLeft: 16 }, card.siteName),
        ),
        box({ fontFamily: fallbacks('Inter'), fontSize: 24, color: FAINT }, card.host),
      ),
    ),
  );
};

import type { ReactElement } from 'react';
import { markOf, type NameMark } from '#ui/name-mark.ts';
import { box, fallbacks } from './box.ts';

/** OKLCH as the style sheet has it (`.name-mark`), in the notation that a drawing understands. */
const colorOf = (lightness: number, chroma: number, hue: number): string => {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const encoded = linear.map((value) => {
    const part = Math.min(Math.max(value, 0), 1);
    return Math.round(255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055));
  });
  return `rgb(${encoded.join(', ')})`;
};

const radiusOf = (shape: NameMark['shape'], size: number): string => {
  const [half, leaf] = [size / 2, size * 0.45];
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

/** The mark of a vendor, as it stands beside its name on every page. */
export const nameTile = (name: string, size: number): ReactElement => {
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
      borderColor: colorOf(0.72, 0.07, hue),
      borderRadius: radiusOf(shape, size),
      background: colorOf(0.935, 0.025, hue),
      color: colorOf(0.38, 0.09, hue),
      fontFamily: fallbacks('Source Serif 4'),
      fontSize: size * 0.5,
      lineHeight: 1,
    },
    letter,
  );
};

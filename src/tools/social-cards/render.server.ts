import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import satori, { type Font } from 'satori';
import sharp from 'sharp';
import { fontName, SCRIPTS } from './box.ts';
import { CARD_HEIGHT, CARD_WIDTH, type Card, drawCard } from './card.ts';

/** The same families as the pages. */
const FAMILIES = [
  { family: 'Source Serif 4', file: 'source-serif-4', cut: 'opsz' },
  { family: 'Inter', file: 'inter', cut: 'wght' },
];

const { resolve } = createRequire(import.meta.url);

const loadFonts = (): Promise<Font[]> =>
  Promise.all(
    FAMILIES.flatMap(({ family, file, cut }) =>
      SCRIPTS.map(async (script): Promise<Font> => {
        const path = `@fontsource-variable/${file}/files/${file}-${script}-${cut}-normal.woff2`;
        const data = await readFile(resolve(path));
        return { name: fontName(family, script), data, weight: 400, style: 'normal' };
      }),
    ),
  );

let fonts: Promise<Font[]> | undefined;

/** A card as PNG bytes. */
export const renderCard = async (card: Card): Promise<Buffer> => {
  fonts ??= loadFonts();
  const svg = await satori(drawCard(card), {
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
    fonts: await fonts,
  });
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64 }).toBuffer();
};

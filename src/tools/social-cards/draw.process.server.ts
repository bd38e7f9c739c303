import { readFile } from 'node:fs/promises';
import type { Font } from 'satori';
import satori from 'satori';
import sharp from 'sharp';
import { CARD_HEIGHT, CARD_WIDTH, drawCard, fontName, SCRIPTS } from './card.ts';

// A process of its own: drawing takes memory and holds the event loop, and neither is the server's.

/** The same families as the pages. */
const FAMILIES = [
  { family: 'Source Serif 4', file: 'source-serif' },
  { family: 'Inter', file: 'inter' },
];

const FONTS = new URL('../../ui/fonts/cards/', import.meta.url);

const fonts = await Promise.all(
  FAMILIES.flatMap(({ family, file }) =>
    SCRIPTS.map(async (script): Promise<Font> => {
      const data = await readFile(new URL(`${file}-${script}.woff2`, FONTS));
      return { name: fontName(family, script), data, weight: 400, style: 'normal' };
    }),
  ),
);

// The terminal tells the whole group to stop; the server lets responses finish first.
process.on('SIGINT', () => undefined);
const card = JSON.parse(process.argv[2] ?? '');
const svg = await satori(drawCard(card), { width: CARD_WIDTH, height: CARD_HEIGHT, fonts });
const png = await sharp(Buffer.from(svg)).png({ palette: true, colours: 64 }).toBuffer();
process.stdout.write(png);

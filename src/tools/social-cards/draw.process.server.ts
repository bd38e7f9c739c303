import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'satori';
import satori from 'satori';
import sharp from 'sharp';
import { CARD_HEIGHT, CARD_WIDTH, drawCard, fontName, SCRIPTS } from './card.ts';

// A process of its own: drawing takes memory and holds the event loop, and neither is the server's.

/** The same families as the pages. */
const FAMILIES = [
  { family: 'Source Serif 4', file: 'source-serif-4', cut: 'opsz' },
  { family: 'Inter', file: 'inter', cut: 'wght' },
];

const { resolve } = createRequire(import.meta.url);

const fonts = await Promise.all(
  FAMILIES.flatMap(({ family, file, cut }) =>
    SCRIPTS.map(async (script): Promise<Font> => {
      const path = `@fontsource-variable/${file}/files/${file}-${script}-${cut}-normal.woff2`;
      const data = await readFile(resolve(path));
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

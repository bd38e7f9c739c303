import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import pLimit from 'p-limit';
import type { Font } from 'satori';
import satori from 'satori';
import sharp from 'sharp';
import { CARD_HEIGHT, CARD_WIDTH, type Card, drawCard, fontName, SCRIPTS } from './card.ts';

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
const renderCard = async (card: Card): Promise<Buffer> => {
  fonts ??= loadFonts();
  const svg = await satori(drawCard(card), {
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
    fonts: await fonts,
  });
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64 }).toBuffer();
};

/** A process of its own: drawing takes memory and holds the event loop, and neither is the server's. */
export type Order = { id: number; card: Card };

export type Delivery = { id: number; png: Uint8Array } | { id: number; error: string };

sharp.cache(false);
sharp.concurrency(1);

const draw = async ({ id, card }: Order): Promise<Delivery> => {
  try {
    return { id, png: await renderCard(card) };
  } catch (error) {
    return { id, error: String(error) };
  }
};

const inTurn = pLimit(1);

process.on('message', (order: Order) => {
  void inTurn(async () => process.send?.(await draw(order)));
});
// The server is gone.
process.on('disconnect', () => process.exit(0));
// The terminal tells the whole group to stop; the server lets responses finish first and then disconnects.
process.on('SIGINT', () => undefined);

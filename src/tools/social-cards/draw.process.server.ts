import pLimit from 'p-limit';
import sharp from 'sharp';
import type { Card } from './card.ts';
import { renderCard } from './render.server.ts';

/** A process of its own: drawing takes memory and holds the event loop, and neither is the server's. */
export interface Order {
  id: number;
  card: Card;
}

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

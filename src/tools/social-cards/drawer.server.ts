import { execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { AppError } from '#platform/errors.ts';
import type { Card } from './card.ts';

const PROGRAM = fileURLToPath(new URL('./draw.process.server.ts', import.meta.url));
const CACHE_BYTES = 8 * 1_048_576;
const CARD_BYTES = 1_048_576;
const LIMIT_MS = 15_000;
const WAITING = 40;

const run = promisify(execFile);

const busy = () =>
  new AppError('unavailable', 'Too many pictures are being drawn. Please try again shortly.', {
    headers: { 'Retry-After': '5' },
  });

/** Draws one card after the other, each in a process whose memory is gone with it; finished ones are cached. */
export const createDrawer = (maxWaiting = WAITING) => {
  const inTurn = pLimit(1);

  const drawAlone = async (card: Card): Promise<Buffer> => {
    const drawing = run(process.execPath, [PROGRAM, JSON.stringify(card)], {
      encoding: 'buffer',
      maxBuffer: CARD_BYTES,
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    // Visitors of pages go first.
    const { pid } = drawing.child;
    if (pid) setPriority(pid, constants.priority.PRIORITY_LOW);
    return (await drawing).stdout;
  };

  const order = async (card: Card): Promise<Buffer> => {
    if (inTurn.activeCount + inTurn.pendingCount >= maxWaiting) throw busy();
    return inTurn(drawAlone, card);
  };

  /** One drawing per card, however many ask for it. */
  const cards = new LRUCache<string, Buffer, Card>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (png) => png.length + 256,
    fetchMethod: (_key, _old, { context }) => order(context),
    ignoreFetchAbort: true,
  });

  return (card: Card): Promise<Buffer> => cards.forceFetch(JSON.stringify(card), { context: card });
};

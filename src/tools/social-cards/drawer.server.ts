import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { AppError } from '#platform/errors.ts';
import type { Card } from './card.ts';
import type { Delivery, Order } from './draw.process.server.ts';

const PROGRAM = fileURLToPath(new URL('./draw.process.server.ts', import.meta.url));
const CACHE_BYTES = 8 * 1_048_576;
const LIMIT_MS = 15_000;

export interface DrawerOptions {
  /** How long the drawing process waits for more work before its memory is given back. */
  idleMs?: number;
  maxWaiting?: number;
}

const busy = () =>
  new AppError('unavailable', 'Too many pictures are being drawn. Please try again shortly.', {
    headers: { 'Retry-After': '5' },
  });

/** Draws cards in a process that lives only while there are some to draw; finished ones are cached. */
export const createDrawer = ({ idleMs = 20_000, maxWaiting = 40 }: DrawerOptions = {}) => {
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>();
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastId = 0;

  const stop = (reason: Error) => {
    clearTimeout(timer);
    child?.removeAllListeners();
    child?.kill('SIGKILL');
    child = undefined;
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };

  /** A process that is silent for so long has either nothing to do or will never be done. */
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => stop(new Error('A social card took too long')),
      waiting.size > 0 ? LIMIT_MS : idleMs,
    ).unref();
  };

  const deliver = (delivery: Delivery) => {
    const order = waiting.get(delivery.id);
    waiting.delete(delivery.id);
    watch();
    if ('png' in delivery) order?.resolve(Buffer.from(delivery.png));
    else order?.reject(new Error(delivery.error));
  };

  const start = (): ChildProcess => {
    const started = fork(PROGRAM, [], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.on('message', deliver);
    started.on('error', stop);
    started.on('exit', (code) => stop(new Error(`The drawing process ended with ${code}`)));
    // A server that is done must not wait for its draughtsman.
    started.unref();
    started.channel?.unref();
    return started;
  };

  const order = (card: Card): Promise<Buffer> => {
    if (waiting.size >= maxWaiting) throw busy();
    lastId += 1;
    const drawn = Promise.withResolvers<Buffer>();
    waiting.set(lastId, drawn);
    child ??= start();
    child.send({ id: lastId, card } satisfies Order);
    watch();
    return drawn.promise;
  };

  /** One drawing per card, however many ask for it. */
  const cards = new LRUCache<string, Buffer, Card>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (png) => png.length + 256,
    fetchMethod: (_key, _old, { context }) => order(context),
    ignoreFetchAbort: true,
  });

  return {
    draw: (card: Card): Promise<Buffer> =>
      cards.forceFetch(JSON.stringify(card), { context: card }),
    close: () => stop(new Error('The server stops')),
    get pid() {
      return child?.pid;
    },
  };
};

import pLimit from 'p-limit';
import { AppError } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';

export interface AiQueueBounds {
  /** Calls under way at once. */
  running?: number;
  /** Calls under way or waiting, of one user and of all. */
  perUser?: number;
  inAll?: number;
}

const RETRY_SECONDS = 30;

const tooBusy = (message: string) =>
  new AppError('too-many', message, { headers: { 'Retry-After': String(RETRY_SECONDS) } });

/** Every call of the AI service stands here: a few run, some wait, and the rest is told to come back. */
const createAiQueue = ({ running = 3, perUser = 5, inAll = 20 }: AiQueueBounds = {}) => {
  const inTurn = pLimit(running);
  const places = new Map<string, number>();
  let total = 0;

  const takePlace = (user: string) => {
    const own = places.get(user) ?? 0;
    if (own >= perUser) {
      throw tooBusy(`You have ${perUser} AI tasks under way. Please wait until one is done.`);
    }
    if (total >= inAll) throw tooBusy('Too many AI tasks are under way. Please try again shortly.');
    places.set(user, own + 1);
    total += 1;
  };

  const leavePlace = (user: string) => {
    const left = (places.get(user) ?? 1) - 1;
    if (left > 0) places.set(user, left);
    else places.delete(user);
    total -= 1;
  };

  return async <T>(viewer: Viewer, work: () => Promise<T>): Promise<T> => {
    const user = viewer ? String(viewer.id) : 'timer';
    takePlace(user);
    try {
      return await inTurn(work);
    } finally {
      leavePlace(user);
    }
  };
};

const queues = new WeakMap<object, ReturnType<typeof createAiQueue>>();

/** One queue for all that use the service of these settings, whichever part of the product they belong to. */
export const aiQueueOf = (settings: object) => {
  const queue = queues.get(settings) ?? createAiQueue();
  queues.set(settings, queue);
  return queue;
};

import pLimit from 'p-limit';
import { AppError } from '#platform/errors.ts';
import { memoByKey } from '#platform/memo.ts';
import type { Viewer } from '#platform/viewer.ts';

/** Calls under way at once. */
const RUNNING = 3;
/** Calls under way or waiting, of one user and of all. */
const PER_USER = 5;
const IN_ALL = 20;
const RETRY_SECONDS = 30;

const tooBusy = (message: string) =>
  new AppError('too-many', message, { headers: { 'Retry-After': String(RETRY_SECONDS) } });

/** Every call of the AI service stands here: a few run, some wait, and the rest is told to come back. */
const createAiQueue = () => {
  const inTurn = pLimit(RUNNING);
  const places = new Map<string, number>();
  let total = 0;

  const takePlace = (user: string) => {
    const own = places.get(user) ?? 0;
    if (own >= PER_USER) {
      throw tooBusy(`You have ${PER_USER} AI tasks under way. Please wait until one is done.`);
    }
    if (total >= IN_ALL)
      throw tooBusy('Too many AI tasks are under way. Please try again shortly.');
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

/** One queue for all that use the service of these settings, whichever part of the product they belong to. */
export const aiQueueOf = memoByKey((_settings: object) => createAiQueue());

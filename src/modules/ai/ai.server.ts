import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type * as z from 'zod';
import type { Settings } from '#platform/env.server.ts';
import { AppError, notConfigured } from '#platform/errors.ts';
import { memoByKey } from '#platform/memo.ts';
import type { Viewer } from '#platform/viewer.ts';
import { type AiBounds, type AiRequest, createCaller } from './ai-call.server.ts';

/** Calls under way at once. */
const RUNNING = 3;
/** Calls under way or waiting, of one user and of all. */
const PER_USER = 5;
const IN_ALL = 20;
const RETRY_SECONDS = 30;

const tooBusy = (message: string) =>
  new AppError('too-many', message, { headers: { 'Retry-After': String(RETRY_SECONDS) } });

/** Every call of the AI service: a few run, some wait, and the rest are refused for now. */
const createAiQueue = () => {
  const inTurn = pLimit(RUNNING);
  const places = new Map<string, number>();

  return async <T>(viewer: Viewer, work: () => Promise<T>): Promise<T> => {
    const user = viewer ? String(viewer.id) : 'timer';
    const own = places.get(user) ?? 0;
    if (own >= PER_USER)
      throw tooBusy(`You have ${PER_USER} AI tasks under way. Please wait until one is done.`);
    if (inTurn.activeCount + inTurn.pendingCount >= IN_ALL)
      throw tooBusy('Too many AI tasks are under way. Please try again shortly.');
    places.set(user, own + 1);
    try {
      return await inTurn(work);
    } finally {
      const left = (places.get(user) ?? 1) - 1;
      if (left > 0) places.set(user, left);
      else places.delete(user);
    }
  };
};

/** One queue for all that use the service of these settings, whichever part of the product they belong to. */
const aiQueueOf = memoByKey((_settings: object) => createAiQueue());

export const AI_NOT_CONFIGURED =
  'No AI service is set up. The person who runs the server sets its address, key and model.';

/** The OpenAI-compatible service of the settings; every response is checked against a schema. */
export const createAi = (settings: Settings, log: Logger, bounds: AiBounds = {}) => {
  const isConfigured = settings.AI_BASE_URL !== undefined && settings.AI_MODEL !== undefined;
  const queue = aiQueueOf(settings);
  const call = createCaller(settings, log, bounds);

  const generate = async <S extends z.ZodType>(
    viewer: Viewer,
    request: AiRequest<S>,
  ): Promise<z.output<S>> => {
    if (!isConfigured) throw notConfigured(AI_NOT_CONFIGURED);
    return queue(viewer, () => call(request));
  };

  return { isConfigured, model: settings.AI_MODEL ?? '', generate };
};

export type Ai = ReturnType<typeof createAi>;

import type { Logger } from 'pino';
import type * as z from 'zod';
import type { Settings } from '#platform/env.server.ts';
import { notConfigured } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { AiBounds, AiRequest, createCaller } from './ai-call.server.ts';
import { aiQueueOf } from './ai-queue.server.ts';

export const AI_NOT_CONFIGURED =
  'No AI service is set up. An owner of this site can set one up in the panel, under Settings.';

/** The OpenAI-compatible service of the settings; every response is checked against a schema. */
export const createAi = (settings: Settings, log: Logger, bounds: AiBounds = {}) => {
  const isConfigured = () => settings.AI_BASE_URL !== undefined && settings.AI_MODEL !== undefined;
  const queue = aiQueueOf(settings);
  let caller: Promise<ReturnType<typeof createCaller>> | undefined;

  const generate = async <S extends z.ZodType>(
    viewer: Viewer,
    request: AiRequest<S>,
  ): Promise<z.output<S>> => {
    if (!isConfigured()) throw notConfigured(AI_NOT_CONFIGURED);
    // Thirty megabytes that a server without an editor at work does not need.
    caller ??= import('./ai-call.server.ts').then((call) =>
      call.createCaller(settings, log, bounds),
    );
    const call = await caller;
    return queue(viewer, () => call(request));
  };

  return {
    get isConfigured() {
      return isConfigured();
    },
    get model() {
      return settings.AI_MODEL ?? '';
    },
    generate,
  };
};

export type Ai = ReturnType<typeof createAi>;

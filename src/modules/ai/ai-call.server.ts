import { setTimeout as sleep } from 'node:timers/promises';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, NoObjectGeneratedError, Output } from 'ai';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Settings } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { FetchFailed, FetchRefused } from '#platform/guarded-fetch-errors.ts';
import { hostPortOf } from './host-port.ts';

interface FailureFacts {
  canRetry: boolean;
  waitMs?: number | undefined;
  status?: number | undefined;
}

/** Why a call brought nothing, in words for an editor, and whether to try again. */
class AiFailure extends Error {
  override name = 'AiFailure';
  readonly facts: FailureFacts;

  constructor(message: string, { cause, ...facts }: FailureFacts & { cause?: unknown }) {
    super(message, { cause });
    this.facts = facts;
  }
}

const MAX_WAIT_MS = 10_000;

const waitOf = (headers: Record<string, string> | undefined): number | undefined => {
  const seconds = Number(headers?.['retry-after']);
  return Number.isFinite(seconds) && seconds >= 0
    ? Math.min(seconds * 1000, MAX_WAIT_MS)
    : undefined;
};

const REASONS: Record<number, string> = {
  401: 'The AI service refused the key (see Settings)',
  403: 'The AI service refused access with its key (see Settings)',
  404: 'The AI service does not know the address or the model (see Settings)',
  429: 'The AI service is busy or its quota is used up (429)',
};

/** Error texts of the service stay out: they may repeat our text or part of a key. */
const fromStatus = (error: APICallError, status: number): AiFailure => {
  if (status < 300) {
    return new AiFailure('The response of the AI service was cut off or malformed', {
      canRetry: true,
      status,
      cause: error,
    });
  }
  const canRetry = status === 429 || status === 408 || status >= 500;
  const reason = REASONS[status] ?? `The AI service answered with an error (${status})`;
  return new AiFailure(reason, {
    canRetry,
    status,
    waitMs: waitOf(error.responseHeaders),
    cause: error,
  });
};

const toAiFailure = (error: unknown): AiFailure => {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof AiFailure) return current;
    if (APICallError.isInstance(current) && current.statusCode !== undefined) {
      return fromStatus(current, current.statusCode);
    }
    if (current instanceof FetchFailed) {
      return new AiFailure(`The AI service did not answer: ${current.message}`, {
        canRetry: true,
        cause: error,
      });
    }
    if (current instanceof FetchRefused) {
      return new AiFailure(`The AI service cannot be reached: ${current.message} (see Settings)`, {
        canRetry: false,
        cause: error,
      });
    }
  }
  return new AiFailure('The call of the AI service failed', { canRetry: true, cause: error });
};

const MAX_BYTES = 2 * 1024 * 1024;

/**
 * The service is called by the guarded client as well: bounded in time and size, never redirected
 * elsewhere with our text. An address of the environment may be a local one, since the operator named it.
 */
const makeFetch = (settings: Settings, timeoutMs: number): typeof fetch => {
  const own = settings.GIVEN.has('AI_BASE_URL') ? [hostPortOf(settings.AI_BASE_URL ?? '')] : [];
  const allowHosts = [...settings.FETCH_ALLOW_HOSTS, ...own];
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const response = await guardedFetch(address, {
      method: 'POST',
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: typeof init?.body === 'string' ? init.body : undefined,
      maxBytes: MAX_BYTES,
      timeoutMs,
      allowHosts,
      signal: init?.signal ?? undefined,
    });
    const headers = new Headers(response.headers);
    // The body is unpacked already.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding'])
      headers.delete(name);
    return new Response(Buffer.from(response.bytes), { status: response.status, headers });
  };
};

const createModels = (settings: Settings, timeoutMs: number) => {
  const make = (supportsStructuredOutputs: boolean) =>
    createOpenAICompatible({
      name: 'service',
      baseURL: (settings.AI_BASE_URL ?? '').replace(/\/+$/, ''),
      ...(settings.AI_API_KEY ? { apiKey: settings.AI_API_KEY } : {}),
      supportsStructuredOutputs,
      fetch: makeFetch(settings, timeoutMs),
    })(settings.AI_MODEL ?? '');
  return { schema: make(true), object: make(false) };
};

// The library would otherwise write its hints on the console.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

export interface AiBounds {
  timeoutMs?: number;
  budgetMs?: number;
  attempts?: number;
  pauseMs?: number;
}

export interface AiRequest<S extends z.ZodType> {
  /** Name of the response, for the service. */
  name: string;
  schema: S;
  /** Our own instructions. */
  system: string;
  /** Others' text, marked as material. */
  prompt: string;
  /** Hears of every call that was made, before its response is read. */
  onCall?(usage: AiUsage): Promise<void>;
}

/** The cost of a call, where the service tells. */
export interface AiUsage {
  inputTokens: number;
  outputTokens: number;
}

const TIMEOUT_MS = 80_000;
/** All attempts together: a silent connection of the editor's browser is closed after 120 s. */
const BUDGET_MS = 95_000;
/** Less is not worth a further attempt. */
const MIN_LEFT = 0.05;
const ATTEMPTS = 3;
const PAUSE_MS = 1000;

/** How the shape of the response is asked for, from the strictest way to the one every service knows. */
type Mode = 'schema' | 'object' | 'text';
const WEAKER: Record<Mode, Mode | null> = { schema: 'object', object: 'text', text: null };

const malformed = (cause?: unknown) =>
  new AiFailure('The response of the AI service was malformed', { canRetry: true, cause });

const parseResponse = <S extends z.ZodType>(text: string, schema: S): z.output<S> => {
  // Some models wrap their JSON in a fence or a sentence.
  const source = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (error) {
    throw malformed(error);
  }
  const checked = schema.safeParse(value);
  if (!checked.success) throw malformed(checked.error);
  return checked.data;
};

const describeShape = (schema: z.ZodType) =>
  `Answer with one JSON object and nothing else, of this shape:\n${JSON.stringify(z.toJSONSchema(schema, { io: 'input' }))}`;

/** Calls the service of the settings, with the libraries that this takes. */
export const createCaller = (settings: Settings, log: Logger, bounds: AiBounds) => {
  const { timeoutMs = TIMEOUT_MS, budgetMs = BUDGET_MS } = bounds;
  const { attempts = ATTEMPTS, pauseMs = PAUSE_MS } = bounds;
  /** By the address of the service, which may change. */
  const modes = new Map<string, Mode>();

  const callOnce = async <S extends z.ZodType>(request: AiRequest<S>, way: Mode, end: number) => {
    const left = Math.max(1, Math.min(timeoutMs, end - Date.now()));
    const models = createModels(settings, left);
    const common = {
      model: way === 'schema' ? models.schema : models.object,
      instructions:
        way === 'schema' ? request.system : `${request.system}\n\n${describeShape(request.schema)}`,
      prompt: request.prompt,
      maxRetries: 0,
    };
    const response = await (way === 'text'
      ? generateText(common)
      : generateText({
          ...common,
          output: Output.object({ schema: request.schema, name: request.name }),
        })
    ).catch(async (error: unknown) => {
      // The library gives up on text that we may still read, such as fenced JSON.
      if (NoObjectGeneratedError.isInstance(error)) return error;
      await request.onCall?.({ inputTokens: 0, outputTokens: 0 });
      throw error;
    });
    const { inputTokens = 0, outputTokens = 0 } = response.usage ?? {};
    await request.onCall?.({ inputTokens, outputTokens });
    if (response.finishReason === 'length') {
      throw new AiFailure('The response of the AI service was cut off', { canRetry: true });
    }
    if (response.finishReason === 'content-filter') {
      throw new AiFailure('The AI service declined to answer', { canRetry: false });
    }
    return parseResponse(response.text ?? '', request.schema);
  };

  /** A service that does not know a way of asking says 400 or 422; then the next weaker way. */
  const callInSomeWay = async <S extends z.ZodType>(
    request: AiRequest<S>,
    end: number,
  ): Promise<z.output<S>> => {
    const service = settings.AI_BASE_URL ?? '';
    for (let way: Mode | null = modes.get(service) ?? 'schema'; way; way = WEAKER[way]) {
      try {
        const response = await callOnce(request, way, end);
        modes.set(service, way);
        return response;
      } catch (error) {
        const failure = toAiFailure(error);
        const isRefused = failure.facts.status === 400 || failure.facts.status === 422;
        if (!isRefused || !WEAKER[way]) throw failure;
      }
    }
    throw malformed();
  };

  return async <S extends z.ZodType>(request: AiRequest<S>): Promise<z.output<S>> => {
    const end = Date.now() + budgetMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await callInSomeWay(request, end);
      } catch (error) {
        const failure = toAiFailure(error);
        log.warn(
          { reason: failure.message, status: failure.facts.status, attempt },
          'AI call failed',
        );
        const pause = failure.facts.waitMs ?? pauseMs * 2 ** (attempt - 1);
        const isOver = Date.now() + pause > end - budgetMs * MIN_LEFT;
        if (!failure.facts.canRetry || attempt >= attempts || isOver) {
          throw new AppError('upstream', failure.message, { cause: failure });
        }
        await sleep(pause);
      }
    }
  };
};

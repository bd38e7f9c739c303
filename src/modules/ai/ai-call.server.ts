import { setTimeout as sleep } from 'node:timers/promises';
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
  status?: number;
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

const waitOf = (headers: Headers): number | undefined => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? Math.min(seconds * 1000, MAX_WAIT_MS) : undefined;
};

/** Error texts of the service stay out: they may repeat our text or part of a key. */
const REASONS: Record<number, string> = {
  401: 'The AI service refused the key',
  403: 'The AI service refused access with its key',
  404: 'The AI service does not know the address or the model',
  429: 'The AI service is busy or its quota is used up (429)',
};

const toAiFailure = (cause: unknown): AiFailure => {
  if (cause instanceof AiFailure) return cause;
  if (cause instanceof FetchRefused) {
    const message = `The AI service cannot be reached: ${cause.message}`;
    return new AiFailure(message, { canRetry: false, cause });
  }
  const message =
    cause instanceof FetchFailed
      ? `The AI service did not answer: ${cause.message}`
      : 'The call of the AI service failed';
  return new AiFailure(message, { canRetry: true, cause });
};

const malformed = (cause?: unknown) =>
  new AiFailure('The response of the AI service was malformed', { canRetry: true, cause });

export interface AiBounds {
  timeoutMs?: number;
  budgetMs?: number;
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
}

/** The fields that are read of a chat completion, as OpenAI's interface has it. */
const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
});

type Choice = z.output<typeof completion>['choices'][number] | undefined;

/** How the shape of the response is asked for, from the strictest way to the one every service knows. */
const WAYS = ['schema', 'object', 'text'] as const;
type Way = (typeof WAYS)[number];

const bodyOf = (
  model: string,
  { name, schema, system, prompt }: AiRequest<z.ZodType>,
  way: Way,
) => {
  const shape = z.toJSONSchema(schema, { target: 'draft-7' });
  const described = `Answer with one JSON object and nothing else, of this shape:\n${JSON.stringify(shape)}`;
  const formats = {
    schema: { type: 'json_schema', json_schema: { name, schema: shape, strict: true } },
    object: { type: 'json_object' },
    text: undefined,
  };
  return JSON.stringify({
    model,
    messages: [
      { role: 'system', content: way === 'schema' ? system : `${system}\n\n${described}` },
      { role: 'user', content: prompt },
    ],
    response_format: formats[way],
  });
};

const readResponse = <S extends z.ZodType>(text: string, schema: S): z.output<S> => {
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

const MAX_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 80_000;
/** All attempts together: a silent connection of the editor's browser is closed after 120 s. */
const BUDGET_MS = 95_000;
/** Less is not worth a further attempt. */
const MIN_LEFT = 0.05;
const ATTEMPTS = 3;
const PAUSE_MS = 1000;

/** Calls the OpenAI-compatible service of the settings. */
export const createCaller = (settings: Settings, log: Logger, bounds: AiBounds) => {
  const { timeoutMs = TIMEOUT_MS, budgetMs = BUDGET_MS, pauseMs = PAUSE_MS } = bounds;
  /** The way that the service knows. */
  let known = 0;

  /**
   * The guarded client sends it: bounded in time and size, never redirected elsewhere with our text. An address of
   * the environment may be a local one, since the operator named it.
   */
  const send = async (body: string, end: number) => {
    const { AI_BASE_URL: base = '', AI_API_KEY: key, FETCH_ALLOW_HOSTS: allowHosts } = settings;
    const response = await guardedFetch(`${base.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key ? { authorization: `Bearer ${key}` } : {}),
      },
      body,
      maxBytes: MAX_BYTES,
      timeoutMs: Math.max(1, Math.min(timeoutMs, end - Date.now())),
      allowHosts: [...allowHosts, hostPortOf(base)],
    });
    const { status, headers } = response;
    if (status >= 300) {
      const canRetry = status === 429 || status === 408 || status >= 500;
      const reason = REASONS[status] ?? `The AI service answered with an error (${status})`;
      throw new AiFailure(reason, { canRetry, status, waitMs: waitOf(headers) });
    }
    return readResponse(response.text(), completion);
  };

  const readChoice = <S extends z.ZodType>(choice: Choice, schema: S): z.output<S> => {
    if (choice?.finish_reason === 'length') {
      throw new AiFailure('The response of the AI service was cut off', { canRetry: true });
    }
    if (choice?.finish_reason === 'content_filter') {
      throw new AiFailure('The AI service declined to answer', { canRetry: false });
    }
    return readResponse(choice?.message.content ?? '', schema);
  };

  return async <S extends z.ZodType>(request: AiRequest<S>): Promise<z.output<S>> => {
    const end = Date.now() + budgetMs;
    let way = known;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const body = bodyOf(settings.AI_MODEL ?? '', request, WAYS[way] ?? 'text');
        const { choices } = await send(body, end);
        const response = readChoice(choices[0], request.schema);
        known = way;
        return response;
      } catch (error) {
        const failure = toAiFailure(error);
        const { status, canRetry, waitMs } = failure.facts;
        log.warn({ reason: failure.message, status, attempt }, 'AI call failed');
        // A service that does not know a way of asking says so; then the next weaker way.
        if ((status === 400 || status === 422) && way < WAYS.length - 1) {
          way += 1;
          attempt -= 1;
          continue;
        }
        const pause = waitMs ?? pauseMs * 2 ** (attempt - 1);
        const isOver = Date.now() + pause > end - budgetMs * MIN_LEFT;
        if (!canRetry || attempt >= ATTEMPTS || isOver) {
          throw new AppError('upstream', failure.message, { cause: failure });
        }
        await sleep(pause);
      }
    }
  };
};

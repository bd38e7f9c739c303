import { APICallError } from 'ai';
import { FetchFailed, FetchRefused } from '#platform/guarded-fetch-errors.ts';

/** Why a call brought nothing, in words for an editor, and whether to try again. */
export class AiFailure extends Error {
  override name = 'AiFailure';
  readonly canRetry: boolean;
  readonly waitMs: number | undefined;
  readonly status: number | undefined;

  constructor(
    message: string,
    more: {
      canRetry: boolean;
      waitMs?: number | undefined;
      status?: number | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause: more.cause });
    this.canRetry = more.canRetry;
    this.waitMs = more.waitMs;
    this.status = more.status;
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

export const toAiFailure = (error: unknown): AiFailure => {
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

/** The message is the status, a colon, a space and the body, or the status text (spec, section 8). */
export class ApiError extends Error {
  readonly status: number;
  readonly body: string;
  /** When to come back, in seconds; 0 where the server says nothing of it. */
  readonly retryAfter: number;

  constructor(status: number, statusText: string, body: string, retryAfter = 0) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }

  get json(): Record<string, unknown> | null {
    try {
      const value: unknown = JSON.parse(this.body);
      return typeof value === 'object' && value !== null
        ? (value as Record<string, unknown>)
        : null;
    } catch {
      return null;
    }
  }
}

type Failing = Pick<Response, 'ok' | 'status' | 'statusText' | 'text' | 'headers'>;

export const throwUnlessOk = async <R extends Failing>(response: R): Promise<R> => {
  if (response.ok) return response;
  const { status, statusText, headers } = response;
  throw new ApiError(
    status,
    statusText,
    await response.text(),
    Number(headers.get('retry-after')) || 0,
  );
};

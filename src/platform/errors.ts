const STATUS = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  changed: 412,
  'too-large': 413,
  'unsupported-type': 415,
  'key-reused': 422,
  'too-many': 429,
  'not-configured': 503,
  upstream: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS;

export type FieldProblems = Record<string, string>;

/** An error that a person may read. Everything else is logged, and the response has a request id alone. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldProblems | undefined;
  /** More keys of the response's body, such as the current item or the suggestions. */
  readonly extra: Record<string, unknown> | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      fields?: FieldProblems;
      extra?: Record<string, unknown>;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = more.fields;
    this.extra = more.extra;
    this.headers = more.headers;
  }

  get status() {
    return STATUS[this.code];
  }
}

export const notFound = (what: string) => new AppError('not-found', `${what} not found`);

export const orNotFound = <T>(one: T | null | undefined, what: string): T => {
  if (one === null || one === undefined) throw notFound(what);
  return one;
};

/** The row that was asked for by its key, or that a write returns. */
export const theOne = <T>(rows: readonly T[], what: string): T => orNotFound(rows[0], what);

export const conflict = (field: string, message: string) =>
  new AppError('conflict', message, { fields: { [field]: message } });

export const invalid = (fields: FieldProblems) => {
  const count = Object.keys(fields).length;
  return new AppError('invalid', `Please correct ${count} field${count === 1 ? '' : 's'}`, {
    fields,
  });
};

export const unauthorized = () => new AppError('unauthorized', 'Unauthorized');

/** '40 seconds', '15 minutes': as long as a person would say it. */
const sayWait = (seconds: number): string => {
  if (seconds <= 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
};

export const tooMany = (seconds: number) =>
  new AppError('too-many', `Too many attempts. Please try again in ${sayWait(seconds)}.`, {
    headers: { 'Retry-After': String(seconds) },
  });

/** A trouble that will pass by itself: when to come back, and nothing of the request. */
export const unavailable = (why: string, cause?: unknown) =>
  new AppError('unavailable', `${why} Please try again shortly.`, {
    headers: { 'Retry-After': '5' },
    cause,
  });

export const databaseAway = (cause?: unknown) =>
  unavailable('The database cannot be reached at the moment.', cause);

export const tooBusy = (cause?: unknown) =>
  unavailable('The site is very busy at the moment.', cause);

export const databaseReadOnly = (cause?: unknown) =>
  unavailable('The database takes no changes at the moment.', cause);

export const notConfigured = (message: string) => new AppError('not-configured', message);

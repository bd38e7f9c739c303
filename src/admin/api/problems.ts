import type { Question } from '#admin/confirm/use-confirm.ts';
import type { AnyItem } from '#kit/collection.ts';
import { ApiError } from '#platform/api-error.ts';

/** The server's message for the user, without the status; null when there is none. */
export const serverMessage = (error: unknown): string | null => {
  if (!(error instanceof ApiError)) return null;
  const message = error.json?.message;
  return typeof message === 'string' && message !== '' ? message : null;
};

/** The {message} of the spec's error texts: the status, a colon, and the server's message. */
export const messageOf = (error: unknown): string => {
  const said = serverMessage(error);
  if (said !== null && error instanceof ApiError) return `${error.status}: ${said}`;
  return error instanceof Error ? error.message : String(error);
};

export type FieldErrors = Partial<Record<string, string>>;

export const fieldErrorsOf = (error: unknown): FieldErrors => {
  const fields = error instanceof ApiError ? error.json?.fields : null;
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(Object.entries(fields).map(([key, text]) => [key, String(text)]));
};

/** Why something was refused: the first field that is wrong, else the server's message. */
export const reasonOf = (error: unknown): string =>
  Object.values(fieldErrorsOf(error))[0] ?? serverMessage(error) ?? messageOf(error);

/** The item as it stands now, when it changed since the form loaded it. */
export const changedItemOf = (error: unknown): AnyItem | null => {
  if (!(error instanceof ApiError) || error.status !== 412) return null;
  const current = error.json?.current;
  return typeof current === 'object' && current !== null ? (current as AnyItem) : null;
};

/** Where no form is open that could show both versions. */
export const changedMessage = (error: unknown): string | null =>
  changedItemOf(error) && 'Somebody else changed it in the meantime. Look at it again.';

/** Whether the draft over an item changed meanwhile, not the item. */
export const isOfDraft = (error: unknown): boolean =>
  error instanceof ApiError && error.json?.isDraft === true;

/** The server's question before it goes on, with the name of the action. */
export const questionOf = (error: unknown): Question | null => {
  const action = error instanceof ApiError ? error.json?.confirm : null;
  if (typeof action !== 'string') return null;
  return { title: `${action}?`, text: serverMessage(error) ?? '', action, tone: 'danger' };
};

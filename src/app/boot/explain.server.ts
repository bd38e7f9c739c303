import { causesOf, codeOf, isDiskFull } from '#platform/causes.server.ts';
import { isDatabaseAway } from '#platform/db/database.server.ts';
import { EmbeddedPostgresError } from '#platform/db/embedded/fault.server.ts';
import type { Settings } from '#platform/env.server.ts';

/** A start that cannot go on, told in the one line that is its message. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

const firstCode = (error: unknown): string => causesOf(error).map(codeOf).find(Boolean) ?? '';

const messageOf = (error: unknown): string => {
  const last = [...causesOf(error)].at(-1)?.message ?? String(error);
  return last.split('\n')[0] ?? '';
};

export const explainPort = (error: unknown, { PORT, HOST }: Pick<Settings, 'PORT' | 'HOST'>) => {
  const code = firstCode(error);
  if (code === 'EADDRINUSE') {
    return new CannotStart(`Port ${PORT} is already in use; stop the other program or set PORT.`);
  }
  if (code === 'EACCES') {
    return new CannotStart(`Port ${PORT} may not be opened by this account; set PORT.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new CannotStart(`HOST ${HOST} is not an address of this machine.`);
  }
  return error;
};

export const explainStart = (error: unknown, settings?: Settings): string => {
  if (error instanceof CannotStart || error instanceof EmbeddedPostgresError) return error.message;
  const message = messageOf(error);
  if (message.startsWith('Wrong setting')) return message;
  if (isDiskFull(error)) return `The disk is full: ${message}`;
  const isConnection = isDatabaseAway(error) || /^(28|3D|ENOTFOUND|EAI_)/.test(firstCode(error));
  if (settings?.DATABASE_URL && isConnection) {
    return `The database of DATABASE_URL cannot be used: ${message || firstCode(error)}`;
  }
  return `Could not start: ${message}`;
};

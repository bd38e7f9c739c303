import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { readSettings, type Settings } from '#platform/env.server.ts';

/** The environment comes first; `.env` fills the gaps. */
export const loadSettings = (file = '.env'): Settings => {
  if (existsSync(file)) loadEnvFile(file);
  const settings = readSettings(process.env);
  // Libraries look for themselves: unset, React would render slowly and put stack traces into pages.
  process.env.NODE_ENV ??= settings.NODE_ENV;
  return settings;
};

export const hostOf = ({ HOST, NODE_ENV }: Settings): string =>
  HOST ?? (NODE_ENV === 'development' ? '127.0.0.1' : '0.0.0.0');

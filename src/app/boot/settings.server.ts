import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { loadEnvFile } from 'node:process';
import { readSettings, type Settings } from '#platform/env.server.ts';
import { explainPort } from './explain.server.ts';

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

/**
 * Asked before anything is made or changed, so that a taken port costs nothing. Returns the port, which the system
 * chooses for 0: links name it before the server listens.
 */
export const findPort = async (settings: Settings): Promise<number> => {
  const probe = createServer();
  try {
    probe.listen({ port: settings.PORT, host: hostOf(settings), exclusive: true });
    await once(probe, 'listening');
    const address = probe.address();
    return typeof address === 'object' && address ? address.port : settings.PORT;
  } catch (error) {
    throw explainPort(error, settings);
  } finally {
    probe.close();
  }
};

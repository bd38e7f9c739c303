import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Settings } from '#platform/env.server.ts';
import { explainPort } from './explain.server.ts';
import { hostOf } from './settings.server.ts';

/** Asked before anything is made or changed, so that a taken port costs nothing. */
export const checkPort = async (settings: Settings): Promise<void> => {
  if (settings.PORT === 0) return;
  const probe = createServer();
  try {
    probe.listen({ port: settings.PORT, host: hostOf(settings), exclusive: true });
    await once(probe, 'listening');
  } catch (error) {
    throw explainPort(error, settings);
  } finally {
    probe.close();
  }
};

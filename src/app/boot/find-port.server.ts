import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Settings } from '#platform/env.server.ts';
import { explainPort } from './explain.server.ts';
import { hostOf } from './settings.server.ts';

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

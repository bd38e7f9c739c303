import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** Requests that are on their way over open connections are waited for so long. */
const DRAIN_MS = 500;
const LOOK_MS = 50;
/** On a machine that does much else, a turn takes a tenth of a second. */
const LET_IN_MS = 3500;

/** Accepts pending connections first: Node takes one a turn, and the system cuts the rest when the port closes. */
const letIn = async (server: Server) => {
  const until = performance.now() + LET_IN_MS;
  let came = 0;
  let before = -1;
  const count = () => {
    came += 1;
  };
  server.on('connection', count);
  while (came > before && performance.now() < until) {
    before = came;
    await turn();
    await turn();
  }
  server.off('connection', count);
};

/** Returns the stop: it closes the port, lets each response finish, and cuts those still open at the limit. */
export const prepareStop = (server: Server) => {
  const open = new Set<ServerResponse>();
  let isClosing = false;
  // First of all, since a cached response is sent at once.
  server.prependListener('request', (_req, res) => {
    if (isClosing) res.shouldKeepAlive = false;
    open.add(res);
    res.once('close', () => open.delete(res));
  });

  return async (limitMs: number): Promise<void> => {
    const end = performance.now() + limitMs;
    await letIn(server);
    // Each response from here on tells its client to connect elsewhere next time.
    isClosing = true;
    for (const res of open) if (!res.headersSent) res.shouldKeepAlive = false;
    // Not the close of node:http, which cuts connections whose response is written but not taken yet.
    let isClosed = false;
    NetServer.prototype.close.call(server, () => {
      isClosed = true;
    });
    let quietSince = performance.now();
    while (!isClosed && performance.now() < Math.min(end, quietSince + DRAIN_MS)) {
      await sleep(LOOK_MS);
      await turn();
      if (open.size > 0) quietSince = performance.now();
    }
    server.closeAllConnections();
  };
};

import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

const DRAIN_MS = 500;
/** On a machine that does much else, a turn takes a tenth of a second. */
const LET_IN_MS = 3500;
const SWEEP_MS = 50;

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

/**
 * Knows which connections have neither a request that began nor a response that is still on its way. Node's own list of
 * idle ones has those in it whose response is written but not taken yet, and lacks those that never asked for anything.
 */
const watchConnections = (server: Server) => {
  /** How much each had sent when it came to rest. */
  const resting = new Map<Socket, number>();
  const open = new Set<ServerResponse>();
  server.on('connection', (socket) => {
    resting.set(socket, 0);
    socket.once('close', () => resting.delete(socket));
  });
  server.on('request', ({ socket }, res) => {
    resting.delete(socket);
    open.add(res);
    res.once('close', () => {
      open.delete(res);
      if (!socket.destroyed) resting.set(socket, socket.bytesRead);
    });
  });
  return {
    closeIdle: () => {
      for (const [socket, sent] of resting) if (socket.bytesRead === sent) socket.destroy();
    },
    /** A response in flight tells its client to connect elsewhere next time. */
    tellOpen: () => {
      for (const res of open) if (!res.headersSent) res.shouldKeepAlive = false;
    },
  };
};

/** Returns the stop: it closes the port, lets each response finish, and cuts those still open at the limit. */
export const prepareStop = (server: Server) => {
  const connections = watchConnections(server);
  return async (limitMs: number, onClosing: () => void): Promise<void> => {
    const end = setTimeout(() => server.closeAllConnections(), limitMs);
    await letIn(server);
    onClosing();
    connections.tellOpen();
    // Not the close of node:http, which cuts idle connections: a request may be on its way over one of them.
    const closed = new Promise<void>((resolve) =>
      NetServer.prototype.close.call(server, () => resolve()),
    );
    await Promise.race([closed, sleep(DRAIN_MS)]);
    // Right after what came in was read: a connection is not idle whose request only waits to be read.
    const sweep = setInterval(() => setImmediate(connections.closeIdle), SWEEP_MS);
    await closed;
    clearInterval(sweep);
    clearTimeout(end);
  };
};

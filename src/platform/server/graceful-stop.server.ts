import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

const DRAIN_MS = 500;
const LET_IN_MS = 2000;
const SWEEP_MS = 50;

/** Who has connected already is let in: Node accepts one a turn, and the system cuts whoever still waits when the port closes. */
const letIn = async (server: Server) => {
  const until = performance.now() + LET_IN_MS;
  let [came, before] = [0, -1];
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

/** Closes the port first, then lets each response finish; what is not finished by the limit is cut. */
export const stopGracefully = async (
  server: Server,
  limitMs: number,
  /** From here on nobody comes in. */
  onClosing: () => void,
): Promise<void> => {
  const end = setTimeout(() => server.closeAllConnections(), limitMs);
  await letIn(server);
  onClosing();
  // Not the close of node:http, which cuts idle connections: a request may be on its way over one of them.
  const closed = new Promise<void>((resolve) =>
    NetServer.prototype.close.call(server, () => resolve()),
  );
  await Promise.race([closed, sleep(DRAIN_MS)]);
  // Right after what came in was read: a connection is not idle whose request only waits to be read.
  const sweep = setInterval(() => setImmediate(() => server.closeIdleConnections()), SWEEP_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(end);
};

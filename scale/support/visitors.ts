import { Agent, request } from 'node:http';

export interface Seen {
  path: string;
  status: number;
  /** Varnish's verdict on it. */
  edge: string;
  bytes: number;
  text: string;
  /** When it was asked for, by `performance.now()`. */
  since: number;
}

interface Crowd {
  port: number;
  visitors: number;
  pathOf(turn: number): string;
  onSeen(seen: Seen): void;
  /** Between one request of a visitor and the next. */
  pauseMs?: number;
  encoding?: string;
}

/** Visitors who ask again and again over connections that stay open, until they are sent home. */
export const inviteVisitors = (crowd: Crowd) => {
  const agent = new Agent({ keepAlive: true, maxSockets: crowd.visitors });
  let isOver = false;
  let turns = 0;
  const visit = (path: string) =>
    new Promise<void>((resolve) => {
      const since = performance.now();
      const headers = crowd.encoding ? { 'accept-encoding': crowd.encoding } : {};
      const target = { port: crowd.port, host: '127.0.0.1', path, agent, headers };
      const fail = (error: Error) => {
        crowd.onSeen({ path, status: 0, edge: 'none', bytes: 0, text: error.message, since });
        resolve();
      };
      request(target, (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('error', fail);
        res.on('end', () => {
          const whole = Buffer.concat(chunks);
          const edge = String(res.headers['x-edge'] ?? 'none');
          const text = crowd.encoding ? '' : whole.toString();
          crowd.onSeen({
            path,
            status: res.statusCode ?? 0,
            edge,
            bytes: whole.length,
            text,
            since,
          });
          resolve();
        });
      })
        .on('error', fail)
        .end();
    });
  const all = Array.from({ length: crowd.visitors }, async () => {
    while (!isOver) {
      turns += 1;
      await visit(crowd.pathOf(turns));
      if (crowd.pauseMs) await new Promise((resolve) => setTimeout(resolve, crowd.pauseMs));
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(all);
    agent.destroy();
  };
};

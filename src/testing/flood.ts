import { Agent, request } from 'node:http';

interface Flood {
  connections: number;
  /** The address of the n-th request, from 1. */
  pathOf(n: number): string;
}

/** One address that asks for something new on each of its connections as soon as the last response has come. */
export const flood = (port: number, { connections, pathOf }: Flood) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses = new Map<number, number>();
  let isOver = false;
  let sent = 0;
  const askOnce = () =>
    new Promise<void>((resolve) => {
      sent += 1;
      const req = request({ port, host: '127.0.0.1', path: pathOf(sent), agent }, (res) => {
        const status = res.statusCode ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        res.resume().on('close', resolve);
      });
      req.on('error', () => resolve()).end();
    });
  const lanes = Array.from({ length: connections }, async () => {
    while (!isOver) await askOnce();
  });
  return {
    statuses,
    async end() {
      isOver = true;
      await Promise.all(lanes);
      agent.destroy();
    },
  };
};

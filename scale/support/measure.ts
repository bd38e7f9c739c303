import { Agent, request } from 'node:http';

const CONNECTIONS = 16;
const LASTS_MS = 3000;

const get = (agent: Agent, port: number, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br' };
    const sent = request({ agent, host: '127.0.0.1', port, path, headers }, (response) => {
      response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sent.on('error', reject).end();
  });

/** How many responses a second come from a port, asked over 16 connections by one client on the same machine. */
export const perSecond = async (port: number, pathOf: (n: number) => string): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const end = performance.now() + LASTS_MS;
  let count = 0;
  const askOn = async () => {
    while (performance.now() < end) {
      count += 1;
      const path = pathOf(count);
      const status = await get(agent, port, path);
      if (status !== 200) throw new Error(`${path} was answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, askOn));
  agent.destroy();
  return Math.round((count * 1000) / LASTS_MS);
};

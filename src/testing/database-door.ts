import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

type Mode = 'open' | 'shut' | 'hung';

const reach = (target: URL) => {
  const host = decodeURIComponent(target.hostname);
  return host.startsWith('/')
    ? connect(join(host, `.s.PGSQL.${target.port || 5432}`))
    : connect(Number(target.port || 5432), host);
};

/** A door to a database that a test can shut (refused), hang (nothing moves) and open again. */
export const openDoor = async (databaseUrl: string) => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let mode: Mode = 'open';
  const door = createServer((near) => {
    if (mode === 'shut') return near.destroy();
    sockets.add(near);
    near.on('error', () => undefined).on('close', () => sockets.delete(near));
    if (mode === 'hung') return near.resume();
    const far = reach(target);
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    near.on('data', (data) => mode === 'hung' || far.write(data));
    far.on('data', (data) => mode === 'hung' || near.write(data));
    return near;
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const bound = door.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  return {
    url: `postgresql://postgres@127.0.0.1:${port}${target.pathname}?sslmode=disable`,
    set(next: Mode) {
      mode = next;
      if (next !== 'hung') for (const socket of sockets) socket.destroy();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      door.close();
    },
  };
};

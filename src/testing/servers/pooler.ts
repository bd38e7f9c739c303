import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { reachDatabase } from '../database-proxy.ts';

/** The startup parameters that PgBouncer knows; it refuses the rest. */
const KNOWN = ['user', 'database', 'application_name', 'client_encoding', 'datestyle', 'timezone'];

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

const READY = message('Z', Buffer.from('I'));
const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', Buffer.from('client_encoding\0UTF8\0')),
  message('K', Buffer.alloc(8)),
  READY,
]);
const refusalOf = (name: string) =>
  message('E', Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${name}\0\0`));

/** The types of all messages that have come whole, with the first letter of each body. */
const createReader = () => {
  let left: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  return (data: Buffer): string[] => {
    left = Buffer.concat([left, data]);
    const seen: string[] = [];
    while (left.length >= 5 && left.length > left.readInt32BE(1)) {
      const end = left.readInt32BE(1) + 1;
      seen.push(left.toString('latin1', 0, 1) + left.toString('latin1', 5, 6));
      left = left.subarray(end);
    }
    return seen;
  };
};

interface Backend {
  socket: Socket;
  /** Its current client. */
  holder: Socket | undefined;
}

/** Enough of a pooler such as PgBouncer to work on: it pools by session, or hands out connections for one transaction each. */
export const openPooler = async (databaseUrl: string, mode: 'session' | 'transaction') => {
  const target = new URL(databaseUrl);
  const backends: Backend[] = [];

  const openBackend = async (begin: Buffer): Promise<Backend> => {
    const socket = reachDatabase(target);
    const backend: Backend = { socket, holder: undefined };
    const read = createReader();
    const isUp = Promise.withResolvers<void>();
    socket.write(begin);
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => {
      const isOver = read(data).includes('ZI');
      const { holder } = backend;
      // Freed first: the client may query again at once.
      if (isOver && mode === 'transaction') backend.holder = undefined;
      if (holder) holder.write(data);
      else if (isOver) isUp.resolve();
    });
    socket.on('close', () => backends.splice(backends.indexOf(backend), 1));
    await isUp.promise;
    backends.push(backend);
    return backend;
  };

  const findBackend = async (client: Socket, begin: Buffer): Promise<Backend> => {
    const own = backends.find(({ holder }) => holder === client);
    const found =
      own ?? backends.findLast(({ holder }) => holder === undefined) ?? (await openBackend(begin));
    found.holder = client;
    return found;
  };

  const server = createServer((client) => {
    let begin: Buffer | undefined;
    let last: Promise<unknown> = Promise.resolve();
    client.on('error', () => undefined);
    client.on('data', (data: Buffer) => {
      if (begin) {
        const first = begin;
        // 'X' is the client's farewell, which is none of the database's business.
        if (data[0] === 0x58) return;
        last = last.then(async () => (await findBackend(client, first)).socket.write(data));
        return;
      }
      begin = data;
      const names = data.toString('latin1', 8).split('\0');
      const unknown = names.find((name, at) => at % 2 === 0 && name && !KNOWN.includes(name));
      if (unknown) client.end(refusalOf(unknown));
      else client.write(WELCOME);
    });
    client.on('close', () => {
      for (const one of backends) if (one.holder === client) one.socket.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  return {
    url: `postgresql://postgres@127.0.0.1:${port}${target.pathname}?sslmode=disable`,
    close() {
      for (const { socket } of backends.slice()) socket.destroy();
      server.close();
    },
  };
};

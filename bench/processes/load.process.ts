import { connect, type Socket } from 'node:net';

/** Sends one request at a time on each connection, reading no more of a response than where it ends. */
export interface LoadOrder {
  port: number;
  path: string;
  connections: number;
  ms: number;
}

export interface LoadResult {
  requests: number;
  seconds: number;
  errors: number;
}

const HEAD_END = '\r\n\r\n';
const WARM_UP_MS = 150;

const run = ({ port, path, connections, ms }: LoadOrder): Promise<LoadResult> => {
  const request = Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept: */*\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`,
  );
  let requests = 0;
  const sockets: Socket[] = [];
  let errors = 0;
  let counts = false;

  const open = () => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    let head = '';
    let left = 0;
    const ask = () => {
      head = '';
      left = -1;
      socket.write(request);
    };
    const finish = () => {
      if (counts) requests += 1;
      ask();
    };
    socket.setNoDelay(true);
    socket.on('connect', ask);
    socket.on('error', () => {
      errors += 1;
    });
    socket.on('data', (data) => {
      if (left >= 0) left -= data.length;
      else {
        head += data.toString('latin1', 0, 4096);
        const end = head.indexOf(HEAD_END);
        if (end === -1) return;
        if (!head.startsWith('HTTP/1.1 200')) errors += 1;
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
        left = Number(length) - (data.length - end - HEAD_END.length);
      }
      if (left === 0) finish();
    });
  };

  for (let n = 0; n < connections; n += 1) open();
  return new Promise((resolve) => {
    setTimeout(() => {
      counts = true;
      const start = performance.now();
      setTimeout(() => {
        counts = false;
        const seconds = (performance.now() - start) / 1000;
        for (const socket of sockets) socket.destroy();
        resolve({ requests, seconds, errors });
      }, ms);
    }, WARM_UP_MS);
  });
};

process.on('message', async (order: LoadOrder) => process.send?.(await run(order)));
process.on('disconnect', () => process.exit(0));

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The same bytes with the same headers, from the least that can send them. */
export interface BareAnswer {
  path: string;
  headers: string[];
  body: Uint8Array;
}

const answers = new Map<string, BareAnswer>();

const server = createServer((req, res) => {
  const answer = answers.get(req.url ?? '');
  if (!answer) {
    res.writeHead(404).end();
    return;
  }
  res.writeHead(200, answer.headers);
  res.end(answer.body);
});

process.on('message', (answer: BareAnswer) => {
  answers.set(answer.path, answer);
  process.send?.({ kept: answer.path });
});
process.on('disconnect', () => process.exit(0));

server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});

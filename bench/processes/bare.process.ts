import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The same bytes with the same headers, from the least that can send them. */
export interface BareResponse {
  path: string;
  headers: string[];
  body: Uint8Array;
}

const responses = new Map<string, BareResponse>();

const server = createServer((req, res) => {
  const response = responses.get(req.url ?? '');
  if (!response) {
    res.writeHead(404).end();
    return;
  }
  res.writeHead(200, response.headers);
  res.end(response.body);
});

process.on('message', (response: BareResponse) => {
  responses.set(response.path, response);
  process.send?.({ stored: response.path });
});
process.on('disconnect', () => process.exit(0));

server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});

import type { ServerResponse } from 'node:http';
import { startLoopback } from './loopback.ts';

const XML = { 'content-type': 'application/xml; charset=utf-8' };
const CHUNK = Buffer.alloc(64 * 1024, '<item><title>more</title></item>');

/** Writes until the other side has enough, or `total` bytes are sent. */
const pour = (response: ServerResponse, total: number) => {
  let sent = 0;
  const more = () => {
    while (sent < total && !response.destroyed) {
      sent += CHUNK.length;
      if (!response.write(CHUNK)) {
        response.once('drain', more);
        return;
      }
    }
    if (!response.destroyed) response.end();
  };
  more();
};

const trickle = (response: ServerResponse) => {
  const timer = setInterval(() => response.write(' '), 200);
  response.on('close', () => clearInterval(timer));
};

/**
 * A server of feeds and article pages: what a test puts on a path, and on fixed paths every fault
 * that a feed in the wild may show.
 */
export const startFeedServer = async () => {
  const documents = new Map<string, { body: string; type: string }>();
  const held = new Map<string, Promise<void>>();
  const asked: string[] = [];
  const server = await startLoopback(async (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    asked.push(path);
    await held.get(path);
    const existing = documents.get(path);
    if (existing) {
      response.writeHead(200, { 'content-type': existing.type }).end(existing.body);
      return;
    }
    if (path === '/endless') {
      response
        .writeHead(200, XML)
        .write('<?xml version="1.0"?><rss version="2.0"><channel><title>x</title>');
      return pour(response, Number.POSITIVE_INFINITY);
    }
    if (path === '/huge') {
      response
        .writeHead(200, XML)
        .write('<?xml version="1.0"?><rss version="2.0"><channel><title>x</title>');
      return pour(response, 50 * 1024 * 1024);
    }
    if (path === '/trickle') {
      response.writeHead(200, XML).write('<?xml version="1.0"?><rss version="2.0">');
      return trickle(response);
    }
    if (path === '/inner') {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
      return;
    }
    if (path === '/broken') {
      response.writeHead(500).end('Internal error');
      return;
    }
    if (path === '/malformed') {
      response.writeHead(200, XML).end('<rss><channel><item><title>never closed');
      return;
    }
    response.writeHead(404).end();
  });
  return {
    ...server,
    asked,
    put: (path: string, body: string, type = 'application/xml; charset=utf-8') => {
      documents.set(path, { body, type });
      return `${server.url}${path}`;
    },
    /** Holds requests for a path until the returned function is called. */
    hold: (path: string) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(path, promise);
      return () => {
        held.delete(path);
        resolve();
      };
    },
  };
};

export type FeedServer = Awaited<ReturnType<typeof startFeedServer>>;

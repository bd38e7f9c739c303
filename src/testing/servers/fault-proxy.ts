import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * open       everything passes
 * shut       connections are cut, new ones at once
 * hung       connections stand, nothing moves, what is sent is lost
 * full       connections that stand work, new ones hear nothing
 * half-open  connections that stood are dead without a word, new ones work
 * delay      everything passes late
 * trickle    a few bytes at a time
 * cut        each connection ends in the middle of the next response
 */
export type Fault = 'open' | 'shut' | 'hung' | 'full' | 'half-open' | 'delay' | 'trickle' | 'cut';

const DELAY_MS = 300;
const TRICKLE_BYTES = 16;
const TRICKLE_MS = 20;
const CUT_AFTER = 20;

/** Stands between a client and a server on this machine, and makes the faults of a network between them. */
export const openFaultProxy = async (reach: () => Socket) => {
  const sockets = new Set<Socket>();
  /** Data sent over them is lost. */
  let dead = new WeakSet<Socket>();
  let fault: Fault = 'open';
  let made = 0;

  const pass = async (data: Buffer, to: Socket) => {
    if (fault === 'hung') return;
    if (fault === 'delay') await sleep(DELAY_MS);
    if (fault === 'cut') {
      made += 1;
      to.end(data.subarray(0, CUT_AFTER));
      return;
    }
    for (let at = 0; fault === 'trickle' && at < data.length; at += TRICKLE_BYTES) {
      to.write(data.subarray(at, at + TRICKLE_BYTES));
      await sleep(TRICKLE_MS);
    }
    if (fault !== 'trickle' && !to.destroyed) to.write(data);
  };

  /** One piece after the other, whatever each of them takes. */
  const pipe = (from: Socket, to: Socket, isResponse: boolean) => {
    const near = isResponse ? to : from;
    let last: Promise<void> = Promise.resolve();
    from.on('data', (data: Buffer) => {
      if (dead.has(near)) return;
      const isPlain = /open|full/.test(fault) || (fault === 'cut' && !isResponse);
      last = last.then(() => (isPlain ? void to.write(data) : pass(data, to)));
    });
  };

  const proxy = createServer((near) => {
    if (fault === 'shut') {
      made += 1;
      return near.destroy();
    }
    sockets.add(near);
    near.on('error', () => undefined).on('close', () => sockets.delete(near));
    if (fault === 'hung' || fault === 'full') {
      made += 1;
      return near.resume();
    }
    const far = reach();
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    pipe(near, far, false);
    pipe(far, near, true);
    return near;
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const bound = proxy.address();

  return {
    port: typeof bound === 'object' && bound ? bound.port : 0,
    /** How many connections met a fault. */
    made: () => made,
    set(next: Fault) {
      fault = next;
      if (next === 'half-open') {
        made += sockets.size;
        dead = new WeakSet(sockets);
        return;
      }
      if (next !== 'open' && next !== 'shut') return;
      made += sockets.size;
      for (const socket of sockets) socket.destroy();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
};

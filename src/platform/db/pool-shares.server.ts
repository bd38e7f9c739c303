import type pg from 'pg';
import { visitorKind } from '#platform/visitors.server.ts';

/** Sends what is done for anonymous visitors to connections of its own, so that they can never take all of them. */
export const shareOut = (pool: pg.Pool, visitors: pg.Pool): pg.Pool => {
  const own = { connect: pool.connect.bind(pool), query: pool.query.bind(pool) };
  // Listeners on the pool's connections hear of these too.
  visitors.on('connect', (client) => pool.emit('connect', client));
  const pick = () => (visitorKind() === undefined ? own : visitors);
  return Object.assign(pool, {
    connect: (...args: []) => pick().connect(...args),
    query: (...args: [string]) => pick().query(...args),
  });
};

import { connect } from 'node:net';
import { join } from 'node:path';
import { openFaultProxy } from './servers/fault-proxy.ts';

const reachDatabase = (target: URL) => {
  const host = decodeURIComponent(target.hostname);
  return host.startsWith('/')
    ? connect(join(host, `.s.PGSQL.${target.port || 5432}`))
    : connect(Number(target.port || 5432), host);
};

/** A proxy before a database that a test can shut (refused), hang (nothing moves), open to new connections alone, and open again. */
export const openDatabaseProxy = async (databaseUrl: string) => {
  const target = new URL(databaseUrl);
  const proxy = await openFaultProxy(() => reachDatabase(target));
  return {
    ...proxy,
    url: `postgresql://postgres@127.0.0.1:${proxy.port}${target.pathname}?sslmode=disable`,
  };
};

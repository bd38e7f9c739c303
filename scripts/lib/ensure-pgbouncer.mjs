import { installByApt, isProgram, listOnPath } from './programs.mjs';
import { Stop } from './project.mjs';

const find = () =>
  [process.env.PGBOUNCER_PATH ?? '', ...listOnPath(['pgbouncer']), '/usr/sbin/pgbouncer'].find(
    isProgram,
  );

/** Returns the path of a PgBouncer for its test, which it installs where it may. */
export function ensurePgBouncer() {
  if (!find()) installByApt(['pgbouncer'], 'PgBouncer for its test');
  const found = find();
  if (found) return found;
  throw new Stop(
    'The test with PgBouncer needs it: install the package pgbouncer, or set PGBOUNCER_PATH.',
  );
}

import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runPinned, toolPath } from './lib/pinned.mjs';
import { runCommand } from './lib/project.mjs';

const HELP = `npm run test:scale

Starts two processes of the built site on one PostgreSQL with nginx before them, edits one 300 times, reads the other
and the proxy 3,000 times, and kills one: nothing withdrawn is seen, nothing is too old, nothing is lost. Then the same
behind PgBouncer. Takes five minutes. nginx and pgbouncer come from the system's packages; without them a round is
skipped. Never in CI: what it promises needs a machine that has time.`;

async function test(args) {
  await ensureInstalled('testing');
  await ensureBuilt();
  const vitest = toolPath('vitest', 'vitest');
  return runPinned([vitest, 'run', '--project=scale', '--reporter=verbose', ...args], {
    env: { NODE_ENV: 'test' },
  });
}

await runCommand(HELP, test);

import { ensureBuilt, isBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { SERVER_ENV, SERVER_FLAGS } from './lib/node-flags.mjs';
import { runPinned } from './lib/pinned.mjs';
import { runCommand } from './lib/project.mjs';

const HELP = `npm start

Installs what the lockfile names, builds the site, and runs it with its own PostgreSQL.
Each of these is done only when it has not been done yet. Ctrl-C stops everything.

Settings come from the environment or from .env; .env.example lists them all:
PORT (3000), HOST, SITE_URL, DATABASE_URL (your own PostgreSQL), DATA_DIR (./data), …`;

async function start(args) {
  const isCurrent = isBuilt();
  await ensureInstalled(isCurrent ? 'running' : 'building');
  if (!isCurrent) await ensureBuilt();
  const command = [...SERVER_FLAGS, 'src/app/main.server.ts', ...args];
  return runPinned(command, { env: { ...SERVER_ENV, NODE_ENV: 'production' } });
}

await runCommand(HELP, start);

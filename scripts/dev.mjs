import { ensureInstalled } from './lib/ensure-installed.mjs';
import { NODE_FLAGS } from './lib/node-flags.mjs';
import { runPinned } from './lib/pinned.mjs';
import { runCommand } from './lib/project.mjs';

const HELP = `npm run dev

Runs the site with hot reload, on the same PostgreSQL and data folder as npm start.
Ctrl-C stops everything. Settings: see .env.example.`;

async function develop(args) {
  await ensureInstalled();
  return runPinned([...NODE_FLAGS, 'src/app/main.server.ts', '--dev', ...args], {
    env: { NODE_ENV: 'development' },
  });
}

await runCommand(HELP, develop);

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { NODE_FLAGS } from './lib/node-flags.mjs';
import { runPinned } from './lib/pinned.mjs';
import { root, runOrExplain, Stop } from './lib/project.mjs';

const HELP = `node scripts/run-ts.mjs FILE [ARGUMENTS]

Installs what the lockfile names and runs a TypeScript file of this project on its own Node.`;

async function run([file, ...args]) {
  if (file === undefined || file === '--help') {
    console.log(HELP);
    return file === undefined ? 1 : 0;
  }
  if (!existsSync(join(root, file))) throw new Stop(`There is no ${file} in ${root}`);
  await ensureInstalled('running');
  return runPinned([...NODE_FLAGS, file, ...args]);
}

await runOrExplain(() => run(process.argv.slice(2)));

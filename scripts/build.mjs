import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runCommand, say } from './lib/project.mjs';

const HELP = `npm run build [-- --force]

Builds the site into dist/ when its sources have changed; --force builds in any case.`;

async function build(args) {
  await ensureInstalled();
  await ensureBuilt({ force: args.includes('--force') });
  say('dist/ is up to date.');
}

await runCommand(HELP, build);

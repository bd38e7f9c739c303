import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runOrExplain, say } from './lib/project.mjs';

const HELP = `npm run build [-- --force]

Builds the site into dist/ when its sources have changed; --force builds in any case.`;

async function build(args) {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(HELP);
    return 0;
  }
  await ensureInstalled();
  await ensureBuilt({ force: args.includes('--force') });
  say('dist/ is up to date.');
  return 0;
}

await runOrExplain(() => build(process.argv.slice(2)));

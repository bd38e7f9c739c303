import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Stop, say } from './project.mjs';

/** The one without windows comes first: the same engine, at a third of the work for each page. */
const HEADLESS = 'chromium-headless-shell';
const NAMES = [
  HEADLESS,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const APT = 'apt-get';
const APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function listPlaywrightBuilds() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright');
  try {
    const builds = readdirSync(cache).filter((name) => /^chromium(?:_headless_shell)?-/.test(name));
    return builds
      .sort()
      .reverse()
      .flatMap((name) => [
        join(cache, name, 'chrome-linux', 'headless_shell'),
        join(cache, name, 'chrome-linux', 'chrome'),
        join(cache, name, 'chrome-linux64', 'chrome'),
      ]);
  } catch {
    return [];
  }
}

function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...APPS, ...listPlaywrightBuilds()].find(isProgram);
}

/** Not every Debian and Ubuntu has both. */
function installChromium() {
  if (process.platform !== 'linux' || spawnSync(APT, ['--version']).status !== 0) return;
  const isRoot = process.getuid() === 0;
  if (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0) return;
  const prefix = isRoot ? [] : ['sudo', '-n'];
  const run = (...args) => {
    const [program, ...rest] = [...prefix, APT, ...args];
    say(`Installing Chromium for the browser tests: ${APT} ${args[0]} …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const { status, stdout, stderr } = spawnSync(program, rest, { env, encoding: 'utf8' });
    if (status !== 0) say(`${stdout}${stderr}`);
    return status === 0;
  };
  const install = (name) => run('install', '-y', '-q', '--no-install-recommends', name);
  run('update', '-q');
  if (!install(HEADLESS)) install('chromium');
}

/** Returns the path of a Chromium for the browser tests, which it installs where it may. */
export function ensureChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !isProgram(chosen)) throw new Stop(`CHROMIUM_PATH names no program: ${chosen}`);
  if (chosen) return chosen;
  const found = findChromium();
  if (found) return found;
  installChromium();
  const installed = findChromium();
  if (installed) return installed;
  throw new Stop(
    'The browser tests need Chromium: install the package chromium (or Google Chrome), or set CHROMIUM_PATH; npm run check does without.',
  );
}

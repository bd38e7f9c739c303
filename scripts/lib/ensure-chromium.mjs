import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { installByApt, isProgram, listOnPath } from './programs.mjs';
import { Stop } from './project.mjs';

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
const APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

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
  return [...listOnPath(NAMES), ...APPS, ...listPlaywrightBuilds()].find(isProgram);
}

/** Returns the path of a Chromium for the browser tests, which it installs where it may. */
export function ensureChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !isProgram(chosen)) throw new Stop(`CHROMIUM_PATH names no program: ${chosen}`);
  if (chosen) return chosen;
  const found = findChromium();
  if (found) return found;
  // Not every Debian and Ubuntu has both.
  installByApt([HEADLESS, 'chromium'], 'Chromium for the browser tests');
  const installed = findChromium();
  if (installed) return installed;
  throw new Stop(
    'The browser tests need Chromium: install the package chromium (or Google Chrome), or set CHROMIUM_PATH; npm run check does without.',
  );
}

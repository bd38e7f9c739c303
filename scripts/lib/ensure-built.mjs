import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capturePinned, toolPath } from './pinned.mjs';
import { oneAtATime, readOr, root, Stop, say, withProgress } from './project.mjs';

const stamp = join(root, 'dist', '.build-stamp');
const SOURCES = ['src', 'public', 'vite.config.ts', 'tsconfig.json', 'package-lock.json'];

/** Tests never reach the build, and generated files follow from the others. */
const isLeftOut = (name) => /\.test\.tsx?$|\.gen\.ts$/.test(name);

function* listFiles(path) {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const child = `${path}/${entry.name}`;
    if (entry.isDirectory()) yield* listFiles(child);
    else if (!isLeftOut(entry.name)) yield child;
  }
}

function hashSources() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    if (!existsSync(join(root, source))) continue;
    const files = source.includes('.') ? [source] : listFiles(source);
    for (const file of files) {
      const content = readFileSync(join(root, file));
      hash.update(`${file}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

/** Whether the sources are those of the build in dist/. */
export const isBuilt = () => readOr(stamp, '') === hashSources();

/** Builds the site when its sources are not those of the build in dist/. */
export async function ensureBuilt({ force = false } = {}) {
  const isDone = () => !force && isBuilt();
  if (isDone()) return;
  await oneAtATime('build', async () => {
    if (isDone()) return;
    const hash = hashSources();
    rmSync(stamp, { force: true });
    const build = () =>
      capturePinned([toolPath('vite', 'vite'), 'build'], { env: { NODE_ENV: 'production' } });
    const { code, output } = await withProgress(
      'Building the site',
      'usually 10 to 30 seconds, only after a change',
      build,
    );
    if (code !== 0) {
      say(output);
      throw new Stop(`The build failed: vite build ended with ${code}, see above.`);
    }
    writeFileSync(stamp, hash);
  });
}

// Packages with native code come in parts, one package for each platform, which npm installs as optional. A missing
// part shows only on the machine that needs it, so both the lockfile and the installation are looked through here.

/** The platforms that the product promises to run on. */
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'win32-x64'];

const NAMED = /(?:^|[-/])(linux|darwin|win(?:32|dows)?)-(x64|arm64)(?:-(?:gnu|msvc))?$/;

/** Node resolves a package from the innermost node_modules outwards. */
function findLocked(packages, from, name) {
  const inside = from === '' ? '' : `${from}/`;
  const path = `${inside}node_modules/${name}`;
  if (packages[path]) return { path, ...packages[path] };
  const cut = from.lastIndexOf('/node_modules/');
  if (cut >= 0) return findLocked(packages, from.slice(0, cut), name);
  return from === '' ? undefined : findLocked(packages, '', name);
}

/** The lockfile tells the platform of what it holds; of what it lacks there is only the name. */
function platformOf(name, locked) {
  const [os] = [locked?.os ?? []].flat();
  const [cpu] = [locked?.cpu ?? []].flat();
  const [libc] = [locked?.libc ?? []].flat();
  if (os && cpu) return `${os}-${cpu}${libc === 'musl' ? '-musl' : ''}`;
  const [, namedOs, namedCpu] = NAMED.exec(name) ?? [];
  return namedOs && `${namedOs.startsWith('win') ? 'win32' : namedOs}-${namedCpu}`;
}

/** Every package that has platform packages, with those. The project's own are Node itself (decision 0004). */
function listNative({ packages }) {
  return Object.entries(packages)
    .filter(([path, { os }]) => path !== '' && os === undefined)
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      path,
      isDev: entry.dev === true,
      parts: Object.keys(entry.optionalDependencies ?? {}).map((name) => {
        const locked = findLocked(packages, path, name);
        return { name, locked, platform: platformOf(name, locked) };
      }),
    }))
    .filter(({ parts }) => parts.some(({ platform }) => PLATFORMS.includes(platform)));
}

/** Packages that the lockfile lacks for a promised platform, a line each. */
export function listUnlocked(lockfile) {
  return listNative(lockfile).flatMap(({ name, parts }) =>
    PLATFORMS.flatMap((platform) => {
      const own = parts.filter((part) => part.platform === platform);
      if (own.length === 0) return [`${name} has no package for ${platform}`];
      return own
        .filter(({ locked }) => !locked)
        .map((part) => `${name} lacks ${part.name} for ${platform}`);
    }),
  );
}

/** This machine's platform in the same words. */
export function currentPlatform() {
  const name = `${process.platform}-${process.arch}`;
  if (process.platform !== 'linux') return name;
  // Without this the report may look up the names of open connections.
  process.report.excludeNetwork = true;
  const { glibcVersionRuntime } = process.report.getReport().header;
  return glibcVersionRuntime === undefined ? `${name}-musl` : name;
}

/** A package and all that it brings along. */
function listReached(packages, names, from = '', reached = new Set()) {
  for (const name of names) {
    const found = findLocked(packages, from, name);
    if (!found || reached.has(found.path)) continue;
    reached.add(found.path);
    const next = { ...found.dependencies, ...found.optionalDependencies };
    listReached(packages, Object.keys(next), found.path, reached);
  }
  return reached;
}

const BUILD_TOOLS = ['vite', '@tailwindcss/vite', '@tanstack/react-start', '@vitejs/plugin-react'];

/** The first native package that a platform needs and that is not there: for running, for building too, or for testing. */
export function findUninstalled(lockfile, { platform, isInstalled, purpose }) {
  const built = listReached(lockfile.packages, purpose === 'building' ? BUILD_TOOLS : []);
  for (const { name, path, isDev, parts } of listNative(lockfile)) {
    if (isDev && purpose !== 'testing' && !built.has(path)) continue;
    const own = parts.filter((part) => part.platform === platform);
    const missing = own.find(({ locked }) => !locked || !isInstalled(locked.path));
    if (missing) return { name: missing.name, of: name };
  }
  return undefined;
}

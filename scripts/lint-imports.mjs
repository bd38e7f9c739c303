// Imports run one way: kit, ui, platform <- content, modules <- site, admin <- entries. The rules know paths and
// suffixes only, so that a new content type changes nothing here.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const LOW = ['kit', 'ui', 'platform'];
const MIDDLE = ['content', 'modules'];
const HIGH = ['site', 'admin'];

const IMPORTS = [
  /(?:^|[;}\n])\s*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?)\sfrom\s*['"]([^'"]+)['"]/g,
  /(?:^|[;}\n])\s*import\s*()['"]([^'"]+)['"]/g,
  /\bimport\s*\(\s*()['"]([^'"]+)['"]/g,
];

const layerOf = (path) => path.split('/')[1];
const isTest = (path) => /\.test\.tsx?$/.test(path) || path.split('/').includes('testing');
const isServer = (path) => /\.server\.tsx?$/.test(path);
// The programs put everything together.
const isEntry = (path) => layerOf(path) === 'entries';

/** `site` or `admin` for the two wings and for the page files that content types and modules keep for them. */
function wingOf(path) {
  const [, layer, , part] = path.split('/');
  if (HIGH.includes(layer)) return layer;
  return MIDDLE.includes(layer) && HIGH.includes(part) ? part : undefined;
}

function contentFolderOf(path) {
  const parts = path.split('/');
  return parts[1] === 'content' && parts.length > 3 ? parts[2] : undefined;
}

/** Each rule answers what is wrong with an import, or nothing. */
const RULES = [
  function wingsStayApart({ from, to }) {
    const [a, b] = [wingOf(from), wingOf(to)];
    return a && b && a !== b && `${a} and ${b} never import each other`;
  },
  function downOnly({ from, to }) {
    if (isTest(from) || isEntry(from)) return undefined;
    const [a, b] = [layerOf(from), layerOf(to)];
    if (to.split('/').includes('testing')) return 'only tests import from testing';
    if (isEntry(to)) return 'nothing imports an entry';
    if (a === 'ui' && b !== 'ui') return 'ui imports only ui and packages';
    if (LOW.includes(a) && [...MIDDLE, ...HIGH].includes(b)) return `${a} must not import ${b}`;
    const isOwnWing = HIGH.includes(b) && wingOf(from) === b;
    if (MIDDLE.includes(a) && HIGH.includes(b) && !isOwnWing) return `${a} must not import ${b}`;
    return undefined;
  },
  function contentFoldersAreClosed({ from, to }) {
    if (isTest(from)) return undefined;
    const [a, b] = [contentFolderOf(from), contentFolderOf(to)];
    const isOpen = a === undefined || b === undefined || a === b || b === 'shared';
    return !isOpen && !to.endsWith('.collection.ts')
      ? 'of another content type only its *.collection.ts may be imported'
      : undefined;
  },
  function serverStaysOnTheServer({ from, to, isType }) {
    const mayMeetBrowser = !isServer(from) && !isTest(from) && !isEntry(from);
    return isServer(to) && mayMeetBrowser && !isType
      ? 'a file that may reach the browser must not import *.server.ts (only its types)'
      : undefined;
  },
];

function* listSources(root, folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* listSources(root, path);
    else if (/\.[cm]?[jt]sx?$/.test(entry.name) && !entry.name.includes('.gen.')) yield path;
  }
}

function resolveTarget(from, specifier) {
  const path = specifier.split('?')[0];
  if (path.startsWith('#')) return `src/${path.slice(1)}`;
  return path.startsWith('.') ? posix.join(posix.dirname(from), path) : undefined;
}

const blank = (text) => text.replace(/[^\n]/g, ' ');

/** Comments are blanked, not cut, so that line numbers stay. */
function listImports(from, source) {
  const code = source.replace(/(?<=^|\s)\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, blank);
  const found = [];
  for (const pattern of IMPORTS) {
    for (const match of code.matchAll(pattern)) {
      const to = resolveTarget(from, match[2]);
      const line = code.slice(0, match.index + match[0].length).split('\n').length;
      if (to?.startsWith('src/')) found.push({ from, to, line, isType: Boolean(match[1]) });
    }
  }
  return found;
}

function lintImports(root) {
  const problems = [];
  for (const from of listSources(root, 'src')) {
    for (const found of listImports(from, readFileSync(join(root, from), 'utf8'))) {
      const problem = RULES.map((rule) => rule(found)).find(Boolean);
      if (problem) problems.push(`${from}:${found.line} imports ${found.to}: ${problem}`);
    }
  }
  return problems;
}

const HELP = `node scripts/lint-imports.mjs [ROOT]

Names every import under src/ that runs against the direction: kit, ui, platform <- content, modules <- site, admin.`;

const [argument] = process.argv.slice(2);
if (argument === '--help') {
  console.log(HELP);
} else {
  const problems = lintImports(argument ?? fileURLToPath(new URL('..', import.meta.url)));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

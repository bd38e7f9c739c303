import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { root, runCommand, say } from './lib/project.mjs';

const HELP = `npm run fonts

Writes src/ui/fonts/ anew: of the fonts that npm brings, the letters, weights and optical sizes that the pages use, and
whole ones for the social cards.`;

const SOURCE = join(root, 'node_modules/@fontsource-variable');
const TARGET = join(root, 'src/ui/fonts');

/** A name on a card may be in any of these. */
const CARD_SCRIPTS = ['latin', 'latin-ext', 'greek', 'cyrillic'];
const CARD_FONTS = {
  inter: (script) => `inter/files/inter-${script}-wght-normal.woff2`,
  'source-serif': (script) => `source-serif-4/files/source-serif-4-${script}-opsz-normal.woff2`,
};

const between = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('');

/** Letters of nearly every page, and the rest of the Latin ones, which a page loads when it shows one. */
const LETTERS = {
  basic: `${between(0x20, 0x7e)}\u00a0£©®°·×–—‘’“”•…€−`,
  latin: `${between(0xa1, 0xff)}ıŒœʻʼˆ˚˜‚„′″‹›⁄™↑↓∕`,
};

/** The style sheets use no other weight, and no serif is set so small that its smallest optical sizes show. */
const FACES = [
  {
    name: 'inter',
    file: 'inter/files/inter-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
  {
    name: 'inter-italic',
    file: 'inter/files/inter-latin-wght-italic.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
  {
    name: 'source-serif',
    file: 'source-serif-4/files/source-serif-4-latin-opsz-normal.woff2',
    axes: { wght: { min: 400, max: 600 }, opsz: { min: 20, max: 60 } },
  },
];

const FEATURES = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'lnum'];

const LICENSES = {
  'inter/LICENSE': 'LICENSE-inter',
  'source-serif-4/LICENSE': 'LICENSE-source-serif',
};

async function writeFonts() {
  await ensureInstalled();
  const { default: subsetFont } = await import('subset-font');
  await mkdir(join(TARGET, 'cards'), { recursive: true });
  for (const { name, file, axes } of FACES) {
    const font = await readFile(join(SOURCE, file));
    for (const [part, letters] of Object.entries(LETTERS)) {
      const subset = await subsetFont(font, letters, {
        targetFormat: 'woff2',
        variationAxes: axes,
        keepFeatures: FEATURES,
        noHinting: true,
      });
      await writeFile(join(TARGET, `${name}-${part}.woff2`), subset);
      say(`${name}-${part}.woff2: ${font.length} bytes became ${subset.length}`);
    }
  }
  for (const [name, fileOf] of Object.entries(CARD_FONTS)) {
    for (const script of CARD_SCRIPTS) {
      const target = join(TARGET, 'cards', `${name}-${script}.woff2`);
      await copyFile(join(SOURCE, fileOf(script)), target);
    }
  }
  for (const [from, to] of Object.entries(LICENSES)) {
    await copyFile(join(SOURCE, from), join(TARGET, to));
  }
}

await runCommand(HELP, writeFonts);

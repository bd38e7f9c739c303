/** Numbers that look random and are the same in every run (mulberry32). */
const createRandom = (seed: number) => {
  let state = seed >>> 0;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

type Random = ReturnType<typeof createRandom>;

const pick = <T>(random: Random, values: readonly [T, ...T[]]): T =>
  values[random(values.length)] ?? values[0];

const CONTAINERS = ['> ', '>', '- ', '* ', '+ ', '1. ', '7) ', '  ', '    ', '\t'] as const;
const RUNS = ['*', '_', '**', '__', '~~', '*_', '**a_', '*a **b ', '_a*'] as const;
const BRACKETS = [
  '[',
  '![',
  '[a](',
  '[a][',
  '](',
  '[^',
  '[a]: /x\n',
  '![a][a]',
  '[[a]](b)',
] as const;
const TABLES = ['|a', '|-', '|:-:', '|\n', '|a|b\n', '-|-\n', '|-|-|\n', '||'] as const;
const NOTES = ['[^1]', '[^1]: a\n', '[^a]\n\n', '[^a]: b\n\n', '    [^1]\n', '[^^]'] as const;
const HTML = [
  '<a',
  '<div>',
  '</div>',
  '<!--',
  '-->',
  '<![CDATA[',
  '<script>',
  '<p a="',
  '<?',
  '/>',
] as const;
const ENTITIES = ['&', '&amp;', '&#', '&#x41;', '&lt', '&#9999999999;', '&nbsp;', '&a'] as const;
const ADDRESSES = [
  'http://',
  'www.',
  'https://a.',
  'a@b.',
  '<http://a',
  'mailto:',
  'a@',
  '.a',
  '://',
] as const;
const TICKS = ['`', '``', '```', '`a', '````\n', '~~~\n', '`\n', '\\`'] as const;
const LINES = [
  '\n',
  '\n\n',
  ' ',
  '\r',
  'a',
  'word ',
  '#',
  '# a\n',
  '===\n',
  '---\n',
  '\\',
  '  \n',
] as const;

const FAMILIES = {
  containers: CONTAINERS,
  emphasis: RUNS,
  brackets: BRACKETS,
  tables: TABLES,
  footnotes: NOTES,
  html: HTML,
  entities: ENTITIES,
  autolinks: ADDRESSES,
  backticks: TICKS,
} as const satisfies Record<string, readonly [string, ...string[]]>;

const NAMES = Object.keys(FAMILIES) as [keyof typeof FAMILIES];

const pieceOf = (random: Random, name: keyof typeof FAMILIES | 'mixed'): string => {
  if (random(5) === 0) return pick(random, LINES);
  return pick<string>(random, FAMILIES[name === 'mixed' ? pick(random, NAMES) : name]);
};

/** A text of a given length that is hard to parse: a few marks in a pattern that repeats, or without one. */
export const makeHostileText = (seed: number, length: number) => {
  const random = createRandom(seed * 7919 + 1);
  const name = random(5) === 0 ? 'mixed' : pick(random, NAMES);
  const piece = () => pieceOf(random, name);
  const unit = Array.from({ length: 1 + random(8) }, piece).join('');
  const isRegular = random(4) !== 0;
  const lineEnd = pick(random, ['', '', '\n', '\n\n', ' a\n']);
  let text = '';
  while (text.length < length) text += isRegular ? unit + lineEnd : piece();
  return { name, text: text.slice(0, length) };
};

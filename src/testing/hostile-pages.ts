const filled = (part: string, size: number) => part.repeat(Math.floor(size / part.length));

const WORDS = '<p>Some words of a page.</p>';

/** Web pages that are made to be hard to read, each of about so many bytes. */
const MAKERS: Record<string, (size: number) => string> = {
  'only <': (size) => filled('<', size),
  '< and letters without >': (size) => filled('<a', size),
  'a tag without an end': (size) => `${WORDS}<${filled('a', size)}`,
  'nested div': (size) => filled('<div>', size),
  'div as deep as is read': (size) =>
    filled(`${'<div>'.repeat(60)}word${'</div>'.repeat(60)}`, Math.min(size, 300_000)),
  'div closed by other names': (size) => filled('<div></b>', Math.min(size, 250_000)),
  links: (size) => filled('<a href=/x>', size),
  'links with words': (size) => filled('<a href=/x>y</a>', Math.min(size, 450_000)),
  'one attribute': (size) => `<p title="${filled('x', size)}">word</p>${WORDS}`,
  'many attributes': (size) => `<p ${filled('a=1 b=2 ', size)}>word</p>${WORDS}`,
  'attributes of other names': (size) =>
    `<p ${Array.from({ length: size / 9 }, (_, index) => `a${index}=1`).join(' ')}>word</p>`,
  'a style of spaces': (size) => `<p style="display${filled(' ', size)}">word</p>${WORDS}`,
  'styles of spaces': (size) => filled(`<p style="display${' '.repeat(2000)}">word</p>`, size),
  'nested svg': (size) => filled('<svg><g>', size),
  'nested tables': (size) => filled('<table><tr><td>', size),
  'nested lists': (size) => filled('<ul><li>', size),
  'open comments': (size) => filled('<!--', size),
  'open scripts': (size) => filled('<script>', size),
  'only &': (size) => filled('&', size),
  entities: (size) => filled('&amp;', Math.min(size, 290_000)),
  'combining marks': (size) => `<p>e${filled('\u0301\u0323', size / 2)}</p>`,
  'line breaks': (size) => `<p>x${filled(' \n', size)}x</p>`,
  'rows of a table': (size) => `<table>${filled('<tr><td>a<td>b', Math.min(size, 270_000))}`,
};

export const hostilePages = (size: number): (readonly [name: string, html: string])[] =>
  Object.entries(MAKERS).map(([name, make]) => [name, make(size)]);

const MEGABYTE = 1024 * 1024;

/** What `work` costs this process, its threads included: processor time, and memory beyond what it had. */
export const measureProcess = async (work: () => Promise<unknown>) => {
  const cpu = process.cpuUsage();
  const memory = process.memoryUsage.rss();
  let highest = memory;
  const sample = () => {
    highest = Math.max(highest, process.memoryUsage.rss());
  };
  const timer = setInterval(sample, 10);
  const start = performance.now();
  try {
    await work();
  } finally {
    clearInterval(timer);
    sample();
  }
  const { user, system } = process.cpuUsage(cpu);
  return {
    processorMs: (user + system) / 1000,
    memoryMb: (highest - memory) / MEGABYTE,
    ms: performance.now() - start,
  };
};

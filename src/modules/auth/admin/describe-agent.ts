const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

const find = (list: readonly [RegExp, string][], text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** 'Chrome on Windows', as far as a browser tells; programs keep their own name. */
export const describeAgent = (agent: string | null): string => {
  const text = agent ?? '';
  const browser = find(BROWSERS, text);
  const system = find(SYSTEMS, text);
  if (!browser) return text.split(/[ /]/)[0] || 'Unknown browser';
  return system ? `${browser} on ${system}` : browser;
};

/** http(s) addresses and paths of this site; no scheme tricks, no protocol-relative hosts. */
export const isSafeLink = (value: string): boolean => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
  if (/[\u0000-\u0020\\"<>]/.test(value)) return false;
  if (value.startsWith('/')) return !value.startsWith('//');
  if (!/^https?:\/\//i.test(value)) return false;
  return URL.canParse(value) && new URL(value).username === '';
};

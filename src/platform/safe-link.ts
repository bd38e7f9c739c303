// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const REFUSED = /[\u0000-\u0020\\"<>]/;

const pathOf = (url: URL): string => {
  try {
    return decodeURIComponent(url.pathname).toLowerCase().replace(/\/+/g, '/');
  } catch {
    return url.pathname.toLowerCase();
  }
};

const API_PATH = /^\/api(\/|$)/;

/** A click on it would do something instead of showing something; logging out is refused on any host, ours has many names. */
const isApiCall = (value: string): boolean => {
  if (!value.startsWith('/')) return pathOf(new URL(value)) === '/api/logout';
  return API_PATH.test(pathOf(new URL(value, 'http://site.invalid')));
};

const siteNameOf = (url: URL): string => url.hostname.replace(/^www\.|\.$/g, '');

/** Whether an address with a host calls our API, whatever its scheme and port: our other hosts answer the same. */
export const isOwnApiCall = (value: string, siteUrl: string): boolean => {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return siteNameOf(url) === siteNameOf(new URL(siteUrl)) && API_PATH.test(pathOf(url));
};

/** http(s) addresses and pages of this site; no scheme tricks, no protocol-relative hosts, no calls of the API. */
export const isSafeLink = (value: string): boolean => {
  if (REFUSED.test(value)) return false;
  if (value.startsWith('/')) return !value.startsWith('//') && !isApiCall(value);
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  return new URL(value).username === '' && !isApiCall(value);
};

/** The address of a page elsewhere, or of ours as others write it. */
export const isWebAddress = (value: string): boolean => !value.startsWith('/') && isSafeLink(value);

/** Whether a page may load it as a picture of its own accord: a file of ours, or an encrypted address. */
export const isPictureAddress = (value: string): boolean =>
  isSafeLink(value) && (value.startsWith('/') || /^https:/i.test(value));

/** Whether a picture comes from one of these hosts, which the policy of every page names, or from our own files. */
export const isFromHosts = (value: string, hosts: readonly string[]): boolean =>
  isPictureAddress(value) && (value.startsWith('/') || hosts.includes(new URL(value).host));

const BARE_HOST = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}(?:[:/?#]|$)/i;

/** 'example.com/about' is what people type; it means 'https://example.com/about'. */
export const completeLink = (value: string): string =>
  BARE_HOST.test(value) ? `https://${value}` : value;

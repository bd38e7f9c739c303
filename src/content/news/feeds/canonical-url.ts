const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|gclsrc|dclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_hs\w+|mkt_tok|oly_\w+|vero_\w+|wt\.mc_id|ref_src|ref_url|cmpid|ncid|sr_share|s_cid|at_\w+|xtor|guccounter|guce_\w+|trk\w*|_ga|_gl|spm|wickedid)$/i;

/** The address without tracking parameters and place on the page. */
export const withoutTracking = (address: string): string => {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) {
    if (TRACKING.test(name)) url.searchParams.delete(name);
  }
  // A route of a script-driven page is kept, a place on a page is not.
  if (!url.hash.startsWith('#!') && !url.hash.startsWith('#/')) url.hash = '';
  return url.href;
};

/** Equal for two spellings of one page: scheme, www, final slash, order of parameters and tracking. */
export const canonicalUrl = (address: string | null | undefined): string | null => {
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(withoutTracking(address));
  url.searchParams.sort();
  const host = url.host.toLowerCase().replace(/^(?:www|m|amp)\./, '');
  const path = url.pathname.replace(/\/(?:index\.html?|amp)?$/i, '');
  return `${host}${path}${url.search}${url.hash}`;
};

/** How the page of a canonical address may be spelled in a column, for a look into its index. */
export const spellingsOf = (canonical: string): string[] => {
  const [, host = '', path = '', rest = ''] = /^([^/?#]*)([^?#]*)(.*)$/.exec(canonical) ?? [];
  const paths = [...new Set([path, `${path}/`])];
  return ['https://', 'http://'].flatMap((scheme) =>
    ['', 'www.'].flatMap((www) => paths.map((part) => `${scheme}${www}${host}${part}${rest}`)),
  );
};

import { type ScreenMeta, screenHead } from '#site/head/page-head.ts';
import { searchReader, textParam } from '#site/search-params.ts';

interface Matched {
  match: { context: { site: ScreenMeta['site'] } };
}

type Shown = Pick<ScreenMeta, 'path' | 'heading'> & {
  /** Before the desk's name in the description. */
  purpose: string;
};

/** Shared by the pages of one-time links: the address holds the token, which must not leak. */
export const tokenPage = ({ purpose, ...shown }: Shown) => ({
  validateSearch: searchReader({ token: textParam }),
  headers: () => ({ 'Cache-Control': 'no-store' }),
  head: ({ match: { context } }: Matched) => {
    const { site } = context;
    const description = `${purpose} for the content desk of ${site.name}.`;
    const head = screenHead({ site, ...shown, description });
    return { ...head, meta: [...head.meta, { name: 'referrer', content: 'no-referrer' }] };
  },
});

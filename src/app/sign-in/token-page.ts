import { type ScreenMeta, screenHead } from '#site/head/page-head.ts';
import { textParam } from '#site/search-params.ts';

interface Matched {
  match: { context: { site: ScreenMeta['site'] } };
}

type Shown = Pick<ScreenMeta, 'path' | 'heading'> & {
  /** What is done here; the desk's name follows. */
  purpose: string;
};

/** What the pages of one-time links share: the address holds the token, which nobody else may learn or keep. */
export const tokenPage = ({ purpose, ...shown }: Shown) => ({
  validateSearch: (search: Record<string, unknown>): { token?: string } => {
    const token = textParam(search.token);
    return token ? { token } : {};
  },
  headers: () => ({ 'Cache-Control': 'no-store' }),
  head: ({ match: { context } }: Matched) => {
    const { site } = context;
    const description = `${purpose} for the content desk of ${site.name}.`;
    const head = screenHead({ site, ...shown, description });
    return { ...head, meta: [...head.meta, { name: 'referrer', content: 'no-referrer' }] };
  },
});

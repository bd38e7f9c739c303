import type { Produced } from './page-cache.server.ts';
import { type PageCall, type PageParts, producePage } from './producer.server.ts';

/** A page as it will be, for the holder of its link. */
export interface Preview {
  /** The address of the page that is shown. */
  target: string;
  /** When its link ends; null where no link shows it. */
  until: string | null;
  /** It is what readers see now: nothing waits to be published. */
  isLive: boolean;
  /** The response to a read of what is not public yet, or the read that the API is to answer. */
  respond(request: Request): Promise<Response | Request>;
}

/** The token stands in the query, which no log names. */
export const PREVIEW_PATH = '/preview';

/** Where a visitor comes from, so that guesses can be counted. */
interface Visitor {
  address: string | undefined;
  forwardedFor: string | undefined;
}

export type OpenPreview = (token: string, visitor: Visitor) => Promise<Preview | null>;

/** The HTML of a page as it would be; undefined where it could not be rendered. */
export type RenderPreview = (preview: Preview, requestId: string) => Promise<string | undefined>;

/** The address holds a secret: it is neither handed on nor taken into an index. */
const DISCREET = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' };

/** Renders the page for an anonymous visitor, from unshared reads, apart from every cache. */
export const producePreview = (
  parts: PageParts,
  { target, until, isLive, respond }: Preview,
  call: Pick<PageCall, 'requestId' | 'address'>,
): Promise<Produced> => {
  const whole: PageParts = {
    ...parts,
    common: { ...parts.common, ...DISCREET },
    api: {
      fetch: async (request, env) => {
        const result = await respond(request);
        return result instanceof Response ? result : parts.api.fetch(result, env);
      },
    },
  };
  return producePage(whole, { ...call, target, user: null, preview: { until, isLive } });
};

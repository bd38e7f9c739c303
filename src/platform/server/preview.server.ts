import { makePage, type PageParts, type Produced } from './make-page.server.ts';

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

/** The token stands in the query, which no log names. Guesses are counted by the client's address. */
export type OpenPreview = (token: string, address: string) => Promise<Preview | null>;

/** The HTML of a page as it would be; undefined where it could not be rendered. */
export type RenderPreview = (preview: Preview, requestId: string) => Promise<string | undefined>;

/** The address holds a secret: it is neither handed on nor taken into an index. */
const DISCREET = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' };

/** Renders the page for an anonymous visitor, from unshared reads, apart from every cache. */
export const makePreview = (
  parts: PageParts,
  { target, until, isLive, respond }: Preview,
  { requestId, address }: { requestId: string; address: string },
): Promise<Produced> => {
  const api: PageParts['api'] = {
    fetch: async (request, env) => {
      const result = await respond(request);
      return result instanceof Response ? result : parts.api.fetch(result, env);
    },
  };
  const common = { ...parts.common, ...DISCREET };
  const preview = { until, isLive };
  // No cookie: whoever opens the link, the rest of the page is as anonymous visitors see it.
  const call = { target, requestId, address, user: null, preview };
  return makePage({ ...parts, api, common }, call);
};

import { AppError } from '#platform/errors.ts';
import { type Viewer, viewerOf } from '#platform/viewer.ts';
import type { EndpointSpec } from './operation.server.ts';

export const SIGN_IN = /^\/api\/(auth\/|login|logout)/;

/** '/api/faq/12' and '/api/revisions/faq/12' are calls on a content type. */
const typeOf = (path: string): string => /^\/api\/(?:revisions\/)?([^/]+)/.exec(path)?.[1] ?? '';

/** Whether a program may make a call with its token: public reads, calls on one content type, and few others. */
export const isForTokens = (spec: EndpointSpec, types: readonly string[]): boolean => {
  if (spec.tokens !== undefined) return spec.tokens;
  if (spec.access === 'public') return spec.method === 'get' && !SIGN_IN.test(spec.path);
  const type = typeOf(spec.path);
  return type === '{collection}' || types.includes(type);
};

interface Asked {
  spec: EndpointSpec;
  path: string;
  types: readonly string[];
}

/** Refuses what is not for tokens. */
export const admitToken = (viewer: Viewer, { spec, path, types }: Asked): Viewer => {
  if (!viewer?.token) return viewer;
  if (!isForTokens(spec, types)) {
    throw new AppError('forbidden', 'A token may not do this. Somebody has to sign in for it.');
  }
  const type = typeOf(path);
  // A public call on other types responds as to an anonymous visitor, so that their drafts stay out of it.
  if (spec.access === 'public') return viewerOf(viewer, type);
  if (!types.includes(type) || viewerOf(viewer, type)) return viewer;
  throw new AppError('forbidden', `This token is not for ${type}. It is for other content types.`);
};

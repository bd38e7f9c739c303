import type { Role } from '#platform/roles.ts';

/** Who is signed in, as pages and the API know them. */
export interface PageUser {
  id: number;
  email: string;
  role: Role;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
}

/** What the server hands to a page that it renders. */
export interface PageContext {
  api: { request(path: string, init?: RequestInit): Promise<Response> };
  user: PageUser | null;
  settings: { siteName: string; siteUrl: string };
  /** Set when the page is shown as it will be, by a link that ends then. */
  preview?: { until: string; isLive: boolean } | undefined;
  /** Every inline script must carry it: those, and no others, are named in the page's policy. */
  nonce: string;
  /** An error page must show it. */
  requestId: string;
  /** Told what made a page fail that shows only that it did. */
  noteFailure(error: unknown): void;
}

export interface Renderer {
  fetch(request: Request, options: { context: PageContext }): Promise<Response> | Response;
}

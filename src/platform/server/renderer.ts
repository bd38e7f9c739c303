import type { Role } from '#platform/roles.ts';

export interface PageUser {
  id: number;
  email: string;
  role: Role;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
}

/** The operator's settings that pages show; without the last two, the publisher of the site is not known. */
export interface SiteSettings {
  siteName: string;
  siteUrl: string;
  publisher?: string | undefined;
  contactEmail?: string | undefined;
}

export interface PageContext {
  api: { request(path: string, init?: RequestInit): Promise<Response> };
  user: PageUser | null;
  settings: SiteSettings;
  /** Set when the page is shown as it will be, by a link that ends then. */
  preview?: { until: string | null; isLive: boolean } | undefined;
  /** Every inline script must carry it: those, and no others, are named in the page's policy. */
  nonce: string;
  requestId: string;
  /** Told what made a page fail that shows only that it did. */
  noteFailure(error: unknown): void;
}

export interface Renderer {
  fetch(request: Request, options: { context: PageContext }): Promise<Response> | Response;
  /** The query parameters that the page at a path reads; null where its route does not tell. */
  pageParams?(path: string): readonly string[] | null;
}

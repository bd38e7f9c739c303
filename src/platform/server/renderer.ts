/** Who is signed in, as pages and the API know them. */
export interface PageUser {
  id: number;
  email: string;
  firstName: string | null;
}

/** What the server hands to a page that it renders. */
export interface PageContext {
  api: { request(path: string, init?: RequestInit): Promise<Response> };
  user: PageUser | null;
  settings: { siteName: string; siteUrl: string };
  /** Every inline script must carry it: those, and no others, are named in the page's policy. */
  nonce: string;
  /** An error page must show it. */
  requestId: string;
}

export interface Renderer {
  fetch(request: Request, options: { context: PageContext }): Promise<Response> | Response;
}

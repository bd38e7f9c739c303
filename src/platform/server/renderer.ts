/** Who is signed in, as pages and the API know them. */
export interface PageUser {
  id: number;
  email: string;
  firstName: string | null;
}

/** What a page reads of an answer of the API; a whole Response is one, and costs more. */
export interface ApiAnswer extends Pick<Response, 'ok' | 'status' | 'statusText'> {
  headers: { get(name: string): string | null };
  text(): Promise<string>;
  json(): Promise<unknown>;
}

/** What the server hands to a page that it renders. */
export interface PageContext {
  api: { request(path: string, init?: RequestInit): Promise<ApiAnswer> };
  user: PageUser | null;
  settings: { siteName: string; siteUrl: string };
  /** Every inline script must carry it: those, and no others, are named in the page's policy. */
  nonce: string;
  /** An error page must show it. */
  requestId: string;
}

/** A finished page. A whole Response is one too, but it would encode a text that is not yet ready to be sent. */
export interface RenderedPage extends Pick<Response, 'status' | 'headers'> {
  text(): Promise<string>;
}

export interface Renderer {
  fetch(request: Request, options: { context: PageContext }): Promise<RenderedPage> | RenderedPage;
}

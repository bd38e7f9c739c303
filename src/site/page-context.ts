/** What the server hands to a page that it renders. */
export interface PageContext {
  api: { request(path: string, init?: RequestInit): Response | Promise<Response> };
  user: PageUser | null;
  settings: { siteName: string; siteUrl: string };
}

export interface PageUser {
  id: number;
  email: string;
  firstName: string | null;
}

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: PageContext };
  }
}

import type { Role } from './roles.ts';

/** From where a request came, as the server saw it. */
export interface Origin {
  address: string;
  agent: string;
}

/** Who is asking; nobody is an anonymous visitor. */
export type Viewer = { id: number; email: string; role: Role; origin?: Origin } | null;

/** On every response of the API that was made for somebody who is signed in; a visitor's has none. */
export const ROLE_HEADER = 'X-Role';

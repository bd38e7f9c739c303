import type { Role } from './roles.ts';

export interface Origin {
  address: string;
  agent: string;
}

/** Before the name of a token, where a person's address would stand. */
export const TOKEN_NAME = 'token: ';

/** A program's token, and the content types that it is for. */
export interface TokenScope {
  types: readonly string[];
}

/** The user of a request, or the token of a program; null when anonymous. */
export type Viewer = {
  /** Of a token: its own id below zero, which no user has. */
  id: number;
  /** Of a token: 'token: ' and its name. */
  email: string;
  role: Role;
  origin?: Origin;
  token?: TokenScope;
} | null;

export type Caller = NonNullable<Viewer>;

/** Outside of its content types a token reads as an anonymous visitor does. */
export const viewerOf = (viewer: Viewer, type: string): Viewer =>
  viewer?.token && !viewer.token.types.includes(type) ? null : viewer;

/** A program says who it is by a token alone; other schemes, such as a proxy's own, are not ours. */
export const bearerOf = (header: string | null | undefined): string | undefined =>
  /^bearer(?: |$)/i.test(header ?? '') ? header?.slice('bearer '.length).trim() : undefined;

/** On every response of the API that was made for a signed-in user; a visitor's has none. */
export const ROLE_HEADER = 'X-Role';

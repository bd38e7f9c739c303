import { AppError } from './errors.ts';

/** From least to most: each role includes those before it. */
export const ROLES = ['viewer', 'editor', 'publisher', 'owner'] as const;

export type Role = (typeof ROLES)[number];

/** The least role that may call; `public` includes anonymous visitors. */
export type Access = 'public' | Role;

const CALLED: Record<Role, string> = {
  viewer: 'a viewer',
  editor: 'an editor',
  publisher: 'a publisher',
  owner: 'an owner',
};

export const hasRole = (person: { role: Role } | null, least: Role): boolean =>
  person !== null && ROLES.indexOf(person.role) >= ROLES.indexOf(least);

const sayWho = new Intl.ListFormat('en', { type: 'disjunction' });

export const forbidden = (role: Role, least: Role) => {
  const allowed = ROLES.slice(ROLES.indexOf(least)).map((one) => CALLED[one]);
  return new AppError(
    'forbidden',
    `Only ${sayWho.format(allowed)} may do this. You are ${CALLED[role]}.`,
  );
};

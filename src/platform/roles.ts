import { AppError } from './errors.ts';

/** Who may do what, from least to most: each may do whatever those before it may. */
export const ROLES = ['viewer', 'editor', 'publisher', 'owner'] as const;

export type Role = (typeof ROLES)[number];

/** Who may call: everybody, or whoever is signed in with at least this role. */
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

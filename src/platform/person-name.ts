interface Person {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

const givenName = ({ firstName, lastName }: Person): string =>
  [firstName, lastName].filter(Boolean).join(' ').trim();

/** How a person is called; who gave no name, by the address. */
export const nameOf = (person: Person & { email: string }): string =>
  givenName(person) || person.email;

/** Two letters at most: of the first and the last word, or of the address. */
export const initialsOf = (name: string): string => {
  const words = name.split('@')[0]?.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '?', ...more] = words;
  const last = more.at(-1) ?? '';
  return [first, last].map((word) => [...word][0]?.toUpperCase() ?? '').join('');
};

/** For a user without a public name; the database writes the same over an address. */
const NAMELESS = 'an editor';
const MAX_LENGTH = 100;

/** A person as readers see them: by name, and never by the address that they sign in with. */
export const publicNameOf = (person: Person | null | undefined): string => {
  const name = givenName(person ?? {});
  return name === '' || name.includes('@') ? NAMELESS : name.slice(0, MAX_LENGTH);
};

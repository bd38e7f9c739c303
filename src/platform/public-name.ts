/** For a user without a public name; the database writes the same over an address. */
const NAMELESS = 'an editor';
const MAX_LENGTH = 100;

interface Person {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

/** A person as readers see them: by name, and never by the address that they sign in with. */
export const publicNameOf = (person: Person | null | undefined): string => {
  const name = [person?.firstName, person?.lastName].filter(Boolean).join(' ').trim();
  return name === '' || name.includes('@') ? NAMELESS : name.slice(0, MAX_LENGTH);
};

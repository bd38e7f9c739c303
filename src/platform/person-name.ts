interface Named {
  email: string;
  firstName?: string | null;
  lastName?: string | null;
}

/** How a person is called; who gave no name, by the address. */
export const nameOf = ({ firstName, lastName, email }: Named): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;

/** Two letters at most: of the first and the last word, or of the address. */
export const initialsOf = (name: string): string => {
  const words = name.split('@')[0]?.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '?', ...more] = words;
  const last = more.at(-1) ?? '';
  return [first, last].map((word) => [...word][0]?.toUpperCase() ?? '').join('');
};

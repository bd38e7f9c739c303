const HUES = 12;
const SHAPES = ['square', 'round', 'leaf', 'arch', 'shield', 'ledger'] as const;

/** FNV-1a: a number that differs for names that differ in one letter. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
};

export interface NameMark {
  letter: string;
  /** In degrees. */
  hue: number;
  shape: (typeof SHAPES)[number];
}

/** Stands in for a missing logo: a letter in a shape and a hue that the name decides, the same on every page. */
export const markOf = (name: string): NameMark => {
  const hash = hashOf(name.trim().toLowerCase());
  return {
    letter: name.trim().charAt(0).toUpperCase(),
    hue: (hash % HUES) * (360 / HUES),
    shape: SHAPES[Math.floor(hash / HUES) % SHAPES.length] ?? 'square',
  };
};

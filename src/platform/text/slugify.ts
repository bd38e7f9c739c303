// Letters that Unicode does not take apart into a base letter and a mark.
const SPELLED_OUT: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/**
 * The slug of a title (A4.09): lowercase; what is no letter, digit, space or hyphen goes; spaces
 * become hyphens, one at a time and never at an end. Accents are dropped, since slugs are plain ASCII.
 */
export function slugify(title: string): string {
  return title
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => SPELLED_OUT[letter] ?? '')
    .normalize('NFKD')
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^-|-$/g, '');
}

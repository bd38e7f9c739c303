/**
 * A text that grew by and by is a tree of its pieces inside the engine, and every page that holds it would put them
 * together anew. Reading a letter of it does so once and for all.
 */
export const inOnePiece = <T extends string | null>(text: T): T => {
  text?.charCodeAt(0);
  return text;
};

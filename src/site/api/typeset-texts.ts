import { typeset } from '#platform/text/typeset.ts';

/**
 * Fields shown as words: texts, their Markdown where a list shows the start of it, and facts in words. Categories and
 * slugs are compared, and stay as they are; HTML comes set from the server.
 *
 * Set here and not by the API, which returns text as typed (decision 0018). By name and not by definition: browsers
 * have no definitions, and computed fields are in none. A new type's texts are named here; else they stay as typed.
 */
const TYPESET_KEYS: ReadonlySet<string> = new Set(
  `title description question summary excerpt introduction finding fits notFor note text answer definition keyFeatures
   customerCount employeeCount minimumAssets typicalClientSize pricing vendorA vendorB`.split(
    /\s+/,
  ),
);

const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A text under a name that is shown, or a list of such; everything else is looked into. */
const setValue = (key: string, value: unknown): unknown => {
  // Finished by the server, by the names of the texts that it was made of.
  if (key === 'html') return value;
  if (typeof value === 'string') return TYPESET_KEYS.has(key) ? typeset(value) : value;
  if (!Array.isArray(value)) return typesetTexts(value);
  for (const [index, part] of value.entries()) value[index] = setValue(key, part);
  return value;
};

/** Sets the texts of parsed JSON as a typesetter would. In place: a reviver would take four times as long. */
export const typesetTexts = <T>(holder: T): T => {
  if (!isHolder(holder)) return holder;
  for (const [key, value] of Object.entries(holder)) {
    const set = setValue(key, value);
    if (set !== value) Object.assign(holder, { [key]: set });
  }
  return holder;
};

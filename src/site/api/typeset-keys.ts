/**
 * What is shown as words: texts, their Markdown where a list shows the start of it, and facts in words. Categories and
 * slugs are compared, and stay as they are; HTML comes set from the server.
 *
 * Set here and not by the API, which answers what was typed (decision 0018). By name and not by definition: browsers have no
 * definitions, and what calls compute is in none. What a new type shows as words is named here; else it stays as typed.
 */
export const TYPESET_KEYS: ReadonlySet<string> = new Set(
  `title description question summary excerpt introduction finding fits notFor note text answer definition keyFeatures
   customerCount employeeCount minimumAssets typicalClientSize pricing vendorA vendorB`.split(
    /\s+/,
  ),
);

const SPECIAL = /["&'<>]/;
const ENTITIES: Record<string, string> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Text for an element or an attribute, spelled as React spells it. */
export const escapeHtml = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/["&'<>]/g, (mark) => ENTITIES[mark] ?? '') : text;

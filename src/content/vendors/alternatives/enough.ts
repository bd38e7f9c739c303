/** With fewer a page of alternatives is nothing that a search engine should keep. */
export const ENOUGH_ALTERNATIVES = 3;

/** Fewer words prove too little, more are no longer a quotation. */
export const QUOTE_LENGTH = { min: 25, max: 300 };

export const TOO_SHORT = 'The quote must be at least 25 characters: fewer words prove too little';

/** Nothing, or enough words. Written out: bundlers leave out a literal that no page uses, and keep what is computed. */
export const QUOTE_RULE = { regex: /^(?:\s*|[\s\S]{25,})$/, message: TOO_SHORT };

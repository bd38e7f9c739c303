/** Fewer words prove too little, more are no longer a quotation. */
export const QUOTE_LENGTH = { min: 25, max: 300 };

export const TOO_SHORT = `The quote must be at least ${QUOTE_LENGTH.min} characters: fewer words prove too little`;

/** Nothing, or enough words. */
export const QUOTE_RULE = {
  regex: new RegExp(`^(?:\\s*|[\\s\\S]{${QUOTE_LENGTH.min},})$`),
  message: TOO_SHORT,
};

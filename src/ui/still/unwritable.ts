/** Thrown at what only React can write; the whole piece is then left to it. */
export const UNWRITABLE = /* @__PURE__ */ new Error('Only React can write this');

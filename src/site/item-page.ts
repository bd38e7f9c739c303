/** An item as its page gets it: with finished HTML for its texts, and a summary for the head. */
export type ItemPage<Item> = Item & {
  html: { [Key in keyof Item]?: string };
  summary?: string;
};

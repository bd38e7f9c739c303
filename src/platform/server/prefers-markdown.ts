import { parseAccept } from 'hono/utils/accept';

/** Whether an Accept header names Markdown and ranks it no lower than HTML; a wildcard alone means HTML. */
export const prefersMarkdown = (accept: string | undefined): boolean => {
  if (accept === undefined || !/text\/markdown/i.test(accept)) return false;
  const ranked = parseAccept(accept.toLowerCase());
  const rankOf = (...types: string[]) =>
    types.map((type) => ranked.find((one) => one.type === type)?.q).find((q) => q !== undefined);
  const markdown = rankOf('text/markdown') ?? 0;
  return markdown > 0 && markdown >= (rankOf('text/html', 'text/*', '*/*') ?? 0);
};

export const changeCompared = (
  compared: readonly string[],
  added: string,
  instead: string,
): string[] => {
  if (added === '' || compared.includes(added)) return [...compared];
  if (!compared.includes(instead)) return [...compared, added];
  return compared.map((slug) => (slug === instead ? added : slug));
};

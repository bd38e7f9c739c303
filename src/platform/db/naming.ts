export const snakeCase = (key: string) => key.replace(/[A-Z]/g, (mark) => `_${mark.toLowerCase()}`);

/** Indexes are named after their table and columns, so that an error of theirs can be read back. */
export const indexName = (table: string, keys: readonly string[], kind: 'unique' | 'index') =>
  [table, ...keys.map(snakeCase), kind].join('_');

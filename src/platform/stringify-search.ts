/** The query string of an address: a list repeats its key, and empty values are left out. */
export const stringifySearch = (search: object): string => {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const single of [value].flat()) {
      if (single !== undefined && single !== null && single !== '')
        params.append(key, String(single));
    }
  }
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
};

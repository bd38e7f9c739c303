/** The navigation to another choice of filters: each is a step back, the letters of one word are not. */
export const stepTo = <Search extends { q?: string | undefined }>(now: Search, next: Search) => ({
  search: next,
  replace: Boolean(now.q) && next.q !== now.q,
  resetScroll: false,
});

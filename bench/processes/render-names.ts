/** How the smallest page is called among the paths that are rendered. */
export const MINIMAL = 'smallest page';

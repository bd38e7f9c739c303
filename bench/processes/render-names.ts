/** How the smallest page is called among the paths that are rendered. */
export const MINIMAL = 'smallest page';

/** Follows the path of a page that is rendered anew while the answers of the API that it is made of are kept. */
export const ANEW = ' anew';

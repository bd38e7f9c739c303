/** How the smallest page is called among the paths that are rendered. */
export const MINIMAL = 'smallest page';

/** How the read of one vendor's row is called: what the database alone takes of a page. */
export const ROW = 'row of a vendor';

/** Follows the path of a page that is rendered anew while the answers of the API that it is made of are kept. */
export const ANEW = ' anew';

import { siteList } from './sites.ts';

const COMPOSED = siteList.flatMap(({ folder, composed }) =>
  composed ? [{ folder, composed }] : [],
);

/** Whether visitors compose such an address themselves; its API address counts too. */
export const isComposed = (path: string): boolean => {
  const place = path.replace(/^\/api(?=\/)/, '');
  return COMPOSED.some(
    ({ folder, composed }) => place.startsWith(`${folder}/`) && composed.test(place),
  );
};

/** The generic pages that the spec fixes, as the footer calls them. */
export const COMPANY_PAGES = {
  about: 'About',
  contact: 'Contact',
  methodology: 'Methodology',
  'editorial-guidelines': 'Editorial guidelines',
};

export const LEGAL_PAGES = {
  'privacy-policy': 'Privacy policy',
  'terms-of-service': 'Terms of service',
  disclaimer: 'Disclaimer',
};

/** No landing page can take their addresses. */
export const FIXED_PAGES = new Set([...Object.keys(COMPANY_PAGES), ...Object.keys(LEGAL_PAGES)]);

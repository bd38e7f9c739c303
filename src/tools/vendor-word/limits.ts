export const VENDOR_WORD = {
  name: 'Vendor’s word',
  description:
    'What vendors state themselves: a link to an address at their domain, their answers, and the desk’s decision.',
};

/** In the words of the form, the letter and the privacy page. */
export const LINK_DAYS = 7;
export const SESSION_HOURS = 24;
export const MAX_TEXT = 300;
export const MAX_REPLY = 600;
export const MAX_ADDRESS = 1000;
export const PER_NETWORK = 10;
export const PER_ADDRESS = 3;
export const PER_VENDOR = 20;
/** From everybody in a day. */
export const PER_DAY = 500;

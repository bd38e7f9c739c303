export const VENDOR_WORD = {
  name: 'Vendor’s word',
  description:
    'What vendors state themselves: a link to an address at their domain, their answers, and the desk’s decision.',
};

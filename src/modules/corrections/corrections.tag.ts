export const CORRECTIONS = {
  name: 'Corrections',
  description: 'What readers say is wrong, what the desk decides, and the public ledger of it.',
};

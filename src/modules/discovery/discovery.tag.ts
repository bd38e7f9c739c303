export const DISCOVERY = {
  name: 'Discovery',
  description: 'What search engines, feed readers and other programs look for at fixed addresses.',
};

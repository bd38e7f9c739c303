/** The label names a field on its page, so it also makes its id: the same on the server and in the browser. */
export const fieldIdOf = (label: string): string =>
  `field-${label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;

/** The exact `host:port` of an address that the operator has set, as the guarded client compares it. */
export const hostPortOf = (address: string): string => {
  const url = new URL(address);
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
};

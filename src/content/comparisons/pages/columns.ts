/** One to four values under the names that the responses have for their columns. */
export interface Columns<T> {
  vendorA: T;
  vendorB: T;
  vendorC?: T | undefined;
  vendorD?: T | undefined;
}

export const toColumns = <T>(values: readonly T[]): Columns<T> => {
  const [vendorA, vendorB, vendorC, vendorD] = values;
  if (vendorA === undefined || vendorB === undefined) throw new Error('It takes two to compare');
  return {
    vendorA,
    vendorB,
    ...(vendorC === undefined ? {} : { vendorC }),
    ...(vendorD === undefined ? {} : { vendorD }),
  };
};

export const fromColumns = <T>({ vendorA, vendorB, vendorC, vendorD }: Columns<T>): T[] =>
  [vendorA, vendorB, vendorC, vendorD].filter((value) => value !== undefined);

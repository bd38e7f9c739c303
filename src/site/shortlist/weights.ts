/** The scale of weights; a must-have is no weight but a gate. */
export const SCALE = [5, 3, 1] as const;

/** The weight of a criterion for which none was chosen. */
export const DEFAULT_WEIGHT = 3;

/** Weights by feature, as an address has them: 'general-ledger:5'. */
export const readWeights = (given: readonly string[]): Map<string, number> =>
  new Map(
    given.flatMap((one): [string, number][] => {
      const [slug = '', text] = one.split(':');
      const weight = SCALE.find((step) => String(step) === text);
      return weight ? [[slug, weight]] : [];
    }),
  );

import { type Decision, type Mark, once, personKey } from './decision.ts';

/** The committee's mean mark of a vendor, and of how many; it stands beside the score and never in it. */
export const averageOf = (marks: readonly Mark[], vendor: string): string | null => {
  const own = marks.filter((one) => one.vendor === vendor);
  if (own.length === 0) return null;
  const mean = own.reduce((sum, { mark }) => sum + mark, 0) / own.length;
  return `${mean.toFixed(1)} of 5 (${own.length})`;
};

const LOW_MARK = 2;
const HIGH_MARK = 4;

/** A member of the committee who is not for the choice. */
export interface Dissent {
  ofChoice: Mark;
  /** The mark of the runner-up that the member puts above the choice. */
  preferred: Mark | null;
}

/** Members with a low mark for the choice, or a high one above it; without a mark for the choice, no dissent. */
export const findDissent = (marks: readonly Mark[], choice: string): Dissent[] =>
  marks
    .filter(({ vendor }) => vendor === choice)
    .flatMap((ofChoice) => {
      const [preferred = null] = marks
        .filter((mark) => personKey(mark) === personKey(ofChoice))
        .filter(({ mark }) => mark >= HIGH_MARK && mark > ofChoice.mark)
        .toSorted((a, b) => b.mark - a.mark);
      return preferred || ofChoice.mark <= LOW_MARK ? [{ ofChoice, preferred }] : [];
    });

export const listScorers = ({ scoredBy, members, marks }: Decision): string[] =>
  once([{ name: scoredBy }, ...members, ...marks], personKey)
    .map(({ name }) => name)
    .filter(Boolean);

const STEPS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

/** '3 d', '5 h', '12 min': how long ago, in its largest unit. */
export const ageOf = (day: string, now: number): string => {
  const passed = now - Date.parse(day);
  const [unit, ms] = STEPS.find(([, length]) => passed >= length) ?? ['min', 60_000];
  return `${Math.max(0, Math.floor(passed / ms))} ${unit}`;
};

const WORDS =
  `ledger custody trust estate partnership entity portfolio report audit adviser family council
  liquidity capital call fund statement custodian reconciliation benchmark return risk tax
  document workflow approval payment invoice budget forecast currency asset property art aircraft
  insurance philanthropy foundation governance meeting record access permission data feed mapping
  quarterly annual consolidated private public direct holding cost fee price contract vendor team
  office software`.split(/\s+/);

/** Numbers that look random and are the same in every run (mulberry32). */
export const createRandom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

export const createWriter = (seed: number) => {
  const random = createRandom(seed);
  const word = () => WORDS[Math.floor(random() * WORDS.length)] ?? 'ledger';
  const sentence = () => {
    const words = Array.from({ length: 8 + Math.floor(random() * 10) }, word).join(' ');
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  };
  const paragraph = () => Array.from({ length: 4 }, sentence).join(' ');
  const article = () =>
    [
      paragraph(),
      `## ${sentence()}`,
      paragraph(),
      `- ${sentence()}\n- ${sentence()}`,
      paragraph(),
    ].join('\n\n');
  return { word, sentence, paragraph, article };
};

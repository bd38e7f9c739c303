import type { Criterion, Dossier } from './decision.ts';
import { readDossier } from './decision.ts';
import type { Answer } from './score.ts';

/** What an address holds after its '#', which no browser sends to a server. */
export const MAX_ADDRESS = 2000;
const VERSION = '1';
/** Unpacked, the longest that is ours is far shorter; what is longer was made to do harm. */
const MAX_UNPACKED = 100_000;

const LETTERS = { documented: 'd', partial: 'p', absent: 'a' } as const;
const ANSWERS: Record<string, Answer> = { d: 'documented', p: 'partial', a: 'absent' };

const packCriterion = (vendors: readonly string[], criterion: Criterion) => {
  const weight = criterion.weight === 'must' ? 0 : criterion.weight;
  if (criterion.feature) return [criterion.feature, weight];
  const letters = vendors.map((vendor) => {
    const answer = criterion.answers?.[vendor];
    return answer ? LETTERS[answer] : '-';
  });
  return [criterion.words, weight, letters.join('')];
};

/** Names once, everything else by its place: short enough for an address. */
const pack = ({ vendors, decision }: Dossier) => {
  const placeOf = (vendor: string) => vendors.indexOf(vendor);
  const isOn = ({ vendor }: { vendor: string }) => vendors.includes(vendor);
  const { memo } = decision;
  return [
    vendors,
    decision.criteria.map((criterion) => packCriterion(vendors, criterion)),
    decision.marks
      .filter(isOn)
      .map(({ vendor, name, mark, note }) => [placeOf(vendor), name, mark, note]),
    [decision.currency, decision.dayRate],
    decision.costs
      .filter(isOn)
      .map(({ vendor, licence, implementation, days }) => [
        placeOf(vendor),
        ...licence,
        ...implementation,
        ...days,
      ]),
    [placeOf(memo.choice), memo.reasons, memo.dissent, memo.questions],
  ];
};

const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const unpack = (value: unknown): Dossier => {
  const [vendors, criteria, marks, money, costs, memo] = asArray(value);
  const names = asArray(vendors);
  const vendorAt = (place: unknown) => (typeof place === 'number' ? names[place] : undefined);
  const [currency, dayRate] = asArray(money);
  const [choice, reasons, dissent, questions] = asArray(memo);
  return readDossier({
    vendors: names,
    decision: {
      criteria: asArray(criteria).map((row) => {
        const [name, weight, letters] = asArray(row);
        if (letters === undefined) return { feature: name, weight };
        const answers = [...String(letters)].map((letter, place) => [
          String(vendorAt(place)),
          ANSWERS[letter],
        ]);
        return { words: name, weight, answers: Object.fromEntries(answers) };
      }),
      marks: asArray(marks).map((row) => {
        const [place, name, mark, note] = asArray(row);
        return { vendor: vendorAt(place), name, mark, note };
      }),
      currency,
      dayRate,
      costs: asArray(costs).map((row) => {
        const [place, ...figures] = asArray(row);
        return {
          vendor: vendorAt(place),
          licence: figures.slice(0, 2),
          implementation: figures.slice(2, 4),
          days: figures.slice(4, 6),
        };
      }),
      memo: { choice: vendorAt(choice), reasons, dissent, questions },
    },
  });
};

const through = async (
  bytes: Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream,
  max: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > max) {
      await reader.cancel();
      throw new RangeError('Longer than anything that was packed here');
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

const toBase64 = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  );

/** What follows the '#' of the address; null when it does not fit. */
export const toAddress = async (dossier: Dossier): Promise<string | null> => {
  const bytes = new TextEncoder().encode(JSON.stringify(pack(dossier)));
  try {
    const packed = await through(bytes, new CompressionStream('deflate-raw'), MAX_ADDRESS);
    const text = `${VERSION}.${toBase64(packed)}`;
    return text.length <= MAX_ADDRESS ? text : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
};

/** What an address holds: a dossier, or why it cannot be read; null when it holds nothing of the kind. */
export const fromAddress = async (
  text: string,
): Promise<{ dossier: Dossier } | { problem: string } | null> => {
  const [, version, packed] = /^(\d{1,3})\.([\w-]*)$/.exec(text) ?? [];
  if (version === undefined || packed === undefined) return null;
  if (version !== VERSION)
    return { problem: 'This address was made by another version of the page and cannot be read.' };
  if (text.length > MAX_ADDRESS)
    return { problem: 'This address is longer than any that is made here.' };
  try {
    const bytes = await through(
      fromBase64(packed),
      new DecompressionStream('deflate-raw'),
      MAX_UNPACKED,
    );
    return { dossier: unpack(JSON.parse(new TextDecoder().decode(bytes))) };
  } catch {
    return { problem: 'This address is damaged: a part of it is missing or was changed.' };
  }
};

/** As a file: everything, in words that a person can read. */
export const toFile = (dossier: Dossier): string =>
  JSON.stringify({ version: Number(VERSION), ...dossier }, null, 2);

export const fromFile = (text: string): Dossier | null => {
  try {
    const value: unknown = JSON.parse(text);
    const isOurs = typeof value === 'object' && value !== null && 'decision' in value;
    return isOurs ? readDossier(value) : null;
  } catch {
    return null;
  }
};

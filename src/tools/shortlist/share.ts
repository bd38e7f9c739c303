import { type Criterion, type Decision, readDecision } from './decision.ts';
import type { Answer } from './score.ts';

/** Limit of the URL fragment, which no browser sends to a server. */
export const MAX_ADDRESS = 2000;
const VERSION = '1';
/** Unpacked, the longest of ours is far shorter; longer input was made to do harm. */
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
const pack = (decision: Decision) => {
  const { vendors, memo } = decision;
  const placeOf = (vendor: string) => vendors.indexOf(vendor);
  const isOn = ({ vendor }: { vendor: string }) => vendors.includes(vendor);
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
    decision.scoredBy,
    decision.members.map((member) => [
      member.name,
      member.vendors,
      member.criteria.map((criterion) => packCriterion(member.vendors, criterion)),
    ]),
    ...(decision.countsStated ? [true] : []),
  ];
};

const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const unpackCriteria = (vendors: unknown, criteria: unknown) =>
  asArray(criteria).map((row) => {
    const [name, weight, letters] = asArray(row);
    if (letters === undefined) return { feature: name, weight };
    const answers = [...String(letters)].map((letter, place) => [
      String(asArray(vendors)[place]),
      ANSWERS[letter],
    ]);
    return { words: name, weight, answers: Object.fromEntries(answers) };
  });

const unpack = (value: unknown): Decision => {
  const [vendors, criteria, marks, money, costs, memo, scoredBy, members, countsStated] =
    asArray(value);
  const names = asArray(vendors);
  const vendorAt = (place: unknown) => (typeof place === 'number' ? names[place] : undefined);
  const [currency, dayRate] = asArray(money);
  const [choice, reasons, dissent, questions] = asArray(memo);
  return readDecision({
    vendors,
    scoredBy,
    criteria: unpackCriteria(vendors, criteria),
    countsStated,
    members: asArray(members).map((row) => {
      const [name, theirs, weighed] = asArray(row);
      return { name, vendors: theirs, criteria: unpackCriteria(theirs, weighed) };
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

export const toAddress = async (decision: Decision): Promise<string | null> => {
  const bytes = new TextEncoder().encode(JSON.stringify(pack(decision)));
  const packed = await through(bytes, new CompressionStream('deflate-raw'), bytes.length + 1000);
  if (packed.length > MAX_ADDRESS) return null;
  const text = `${VERSION}.${toBase64(packed)}`;
  return text.length <= MAX_ADDRESS ? text : null;
};

/** Read from an address or a file. */
export type Shared = { decision: Decision } | { problem: string };

/** The decision in a URL fragment, or why it cannot be read; null when the fragment is no decision. */
export const fromAddress = async (text: string): Promise<Shared | null> => {
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
    return { decision: unpack(JSON.parse(new TextDecoder().decode(bytes))) };
  } catch {
    return { problem: 'This address is damaged: a part of it is missing or was changed.' };
  }
};

/** As a file: everything, in words that a person can read. */
export const toFile = (decision: Decision): string =>
  JSON.stringify({ version: Number(VERSION), ...decision }, null, 2);

const MAX_FILE = 1_000_000;

export const fromFile = async (file: Blob): Promise<Shared> => {
  const problem = 'This file was not saved from this page.';
  if (file.size > MAX_FILE) return { problem };
  try {
    const value: unknown = JSON.parse(await file.text());
    const isOurs =
      typeof value === 'object' && value !== null && ('decision' in value || 'criteria' in value);
    return isOurs ? { decision: readDecision(value) } : { problem };
  } catch {
    return { problem };
  }
};

/** Hands a text to the visitor as a file; it is made here, and no server sees it. */
export const downloadText = (name: string, type: string, text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};

import { type Decision, readDecision } from './decision.ts';
import { fromPlaces } from './first-version.ts';

/** Limit of the URL fragment, which no browser sends to a server. It bounds what is unpacked, too. */
export const MAX_ADDRESS = 2000;
const VERSION = 2;

/** Addresses are kept for as long as a committee decides: each version of them stays readable. */
const READERS: Readonly<Record<string, (value: unknown) => Decision>> = {
  1: (value) => readDecision(fromPlaces(value)),
  [VERSION]: readDecision,
};

const through = async (
  bytes: Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream,
) =>
  new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer(),
  );

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
  const bytes = new TextEncoder().encode(JSON.stringify(decision));
  const packed = await through(bytes, new CompressionStream('deflate-raw'));
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
  const read = READERS[version];
  if (!read)
    return { problem: 'This address was made by another version of the page and cannot be read.' };
  if (text.length > MAX_ADDRESS)
    return { problem: 'This address is longer than any that is made here.' };
  try {
    const bytes = await through(fromBase64(packed), new DecompressionStream('deflate-raw'));
    return { decision: read(JSON.parse(new TextDecoder().decode(bytes))) };
  } catch {
    return { problem: 'This address is damaged: a part of it is missing or was changed.' };
  }
};

/** As a file: everything, in words that a person can read. */
export const toFile = (decision: Decision): string =>
  JSON.stringify({ version: VERSION, ...decision }, null, 2);

const MAX_FILE = 1_000_000;

export const fromFile = async (file: Blob): Promise<Shared> => {
  const problem = 'This file was not saved from this page.';
  if (file.size > MAX_FILE) return { problem };
  try {
    const value: unknown = JSON.parse(await file.text());
    if (typeof value !== 'object' || value === null) return { problem };
    // Files of the first year hold the vendors beside the decision.
    const whole = 'decision' in value ? { ...Object(value.decision), ...value } : value;
    return 'criteria' in whole ? { decision: readDecision(whole) } : { problem };
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

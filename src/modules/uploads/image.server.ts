import { AppError } from '#platform/errors.ts';

const MAX_SIDE = 2000;
/** A file of a few kilobytes may claim billions of pixels; more than this is never unpacked. */
const MAX_PIXELS = 40_000_000;
const TIMEOUT_SECONDS = 20;

/** Of PNG, JPEG and GIF. */
const OPENINGS = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a'];

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(text.length, bytes.length - at)).equals(
    Buffer.from(text, 'latin1'),
  );

/** By the bytes, never by name or declared type; no parser starts for anything else. */
const isImage = (bytes: Uint8Array): boolean => {
  if (bytes.length < 16) return false;
  const isWebp = startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8);
  const isAvif = startsWith(bytes, 'ftypavi', 4);
  return isWebp || isAvif || OPENINGS.some((opening) => startsWith(bytes, opening));
};

const explain = (error: unknown): AppError => {
  const isLarge = error instanceof Error && /pixel limit/i.test(error.message);
  const message = isLarge
    ? 'The image is too large: at most 40 megapixels'
    : 'The image is damaged and cannot be read';
  return new AppError('invalid', message, { cause: error });
};

/** Draws the image anew as WebP: upright, at most 2000 px, without anything else in the file. */
export const reencodeImage = async (bytes: Uint8Array) => {
  if (!isImage(bytes)) {
    throw new AppError('unsupported-type', 'Please choose a PNG, JPEG, WebP, GIF or AVIF image');
  }
  // Loaded with the first upload: a server that gets none does without its memory.
  const { default: sharp } = await import('sharp');
  try {
    const input = sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
      sequentialRead: true,
      autoOrient: true,
    });
    const { data, info } = await input
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84, effort: 4 })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (error) {
    throw explain(error);
  }
};

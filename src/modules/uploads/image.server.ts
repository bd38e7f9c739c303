import { AppError } from '#platform/errors.ts';

const MAX_SIDE = 2000;
/** A file of a few kilobytes may claim billions of pixels; more than this is never unpacked. */
const MAX_PIXELS = 40_000_000;
const TIMEOUT_SECONDS = 20;

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(text.length, bytes.length - at)).equals(
    Buffer.from(text, 'latin1'),
  );

/** By the bytes, never by name or declared type; no parser starts for anything else. */
const formatOf = (bytes: Uint8Array): string | null => {
  if (bytes.length < 16) return null;
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp';
  if (startsWith(bytes, 'ftypavi', 4)) return 'heif';
  return null;
};

const explain = (error: unknown): AppError => {
  const reason = error instanceof Error ? error.message : '';
  if (/pixel limit/i.test(reason)) {
    return new AppError('invalid', 'The image is too large: at most 40 megapixels', {
      cause: error,
    });
  }
  return new AppError('invalid', 'The image is damaged and cannot be read', { cause: error });
};

export interface StoredImage {
  data: Buffer;
  width: number;
  height: number;
}

/** Draws the image anew as WebP: upright, at most 2000 px, without anything else in the file. */
export const reencodeImage = async (bytes: Uint8Array): Promise<StoredImage> => {
  const format = formatOf(bytes);
  if (!format) {
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

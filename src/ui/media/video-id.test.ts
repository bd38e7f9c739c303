import { describe, expect, it } from 'vitest';
import { isPlaceholderId, isValidEmbedId, parseVideoUrl, resolveVideo } from './video-id.ts';

describe('placeholder ids', () => {
  const prefixes = 'placeholder demo test sample fake abc 123 def456 987654'.split(' ');
  it.each(prefixes)('P17.06 rejects an id that starts with %s', (prefix) => {
    expect(isPlaceholderId(`${prefix}_-_-_-_-`)).toBe(true);
    expect(isPlaceholderId(`x${prefix}_-_-_-_-`)).toBe(false);
  });

  it('P17.06 rejects fewer than 5 characters', () => {
    expect(isPlaceholderId('a_-b')).toBe(true);
    expect(isPlaceholderId('a_-bc')).toBe(false);
  });

  it('P17.06 rejects a purely alphanumeric id of fewer than 8', () => {
    expect(isPlaceholderId('xyz7890')).toBe(true);
    expect(isPlaceholderId('xyz78901')).toBe(false);
    expect(isPlaceholderId('xyz-890')).toBe(false);
  });

  it('P17.07 compares prefixes without regard to case', () => {
    expect(isPlaceholderId('TESTxxxxxxx')).toBe(true);
    expect(isPlaceholderId('DeF456xxxxx')).toBe(true);
  });
});

describe('formats', () => {
  it('P17.08 YouTube takes exactly 11 of letters, digits, underscore, hyphen', () => {
    expect(isValidEmbedId('youtube', 'dQw4w9WgXcQ')).toBe(true);
    expect(isValidEmbedId('youtube', '_Qw4w9WgX-Q')).toBe(true);
    expect(isValidEmbedId('youtube', 'dQw4w9WgXc')).toBe(false);
    expect(isValidEmbedId('youtube', 'dQw4w9WgXcQQ')).toBe(false);
    expect(isValidEmbedId('youtube', 'dQw4w9WgXc!')).toBe(false);
    expect(isValidEmbedId('youtube', 'dQw4w9WgXcQ\n')).toBe(false);
  });

  it('P17.08 Vimeo takes digits only', () => {
    expect(isValidEmbedId('vimeo', '76979871')).toBe(true);
    expect(isValidEmbedId('vimeo', '7697987a')).toBe(false);
  });

  it('P17.08 Wistia takes at least 8 letters or digits', () => {
    expect(isValidEmbedId('wistia', 'e4a27b971d')).toBe(true);
    expect(isValidEmbedId('wistia', 'e4a27b97')).toBe(true);
    expect(isValidEmbedId('wistia', 'e4a27b9')).toBe(false);
    expect(isValidEmbedId('wistia', 'e4a27b9-1d')).toBe(false);
  });

  it.each(['other', 'dailymotion', 'constructor', ''])(
    'P17.08 platform %j is unsupported',
    (platform) => {
      expect(resolveVideo({ platform, embedId: 'dQw4w9WgXcQ' }).embedUrl).toBeNull();
    },
  );
});

describe('resolving', () => {
  it('P17.03 frames each platform from its own player', () => {
    const frame = (platform: string, embedId: string) =>
      resolveVideo({ platform, embedId }).embedUrl;
    expect(frame('youtube', 'dQw4w9WgXcQ')).toBe(
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    );
    expect(frame('vimeo', '76979871')).toBe('https://player.vimeo.com/video/76979871');
    expect(frame('wistia', 'e4a27b971d')).toBe('https://fast.wistia.net/embed/iframe/e4a27b971d');
  });

  it.each([
    ['a missing id', { platform: 'youtube' }],
    ['a placeholder id', { platform: 'vimeo', embedId: '12345678' }],
    ['a bad format', { platform: 'youtube', embedId: 'too-short' }],
    ['an unsupported platform', { platform: 'other', embedId: 'dQw4w9WgXcQ' }],
  ])('P17.09 has no frame for %s', (_case, video) => {
    expect(resolveVideo(video).embedUrl).toBeNull();
  });

  it('P17.11 links when platform and embed id exist, or an address is stored', () => {
    expect(resolveVideo({ platform: 'vimeo', embedId: 'demo1' }).watchUrl).toBe(
      'https://vimeo.com/demo1',
    );
    expect(resolveVideo({ platform: 'vimeo' }).watchUrl).toBeNull();
    expect(resolveVideo({ embedId: 'dQw4w9WgXcQ' }).watchUrl).toBeNull();
    expect(resolveVideo({ platform: 'other', url: 'https://example.com/v' }).watchUrl).toBe(
      'https://example.com/v',
    );
  });

  it('P17.11 never links to anything but http(s)', () => {
    expect(resolveVideo({ platform: 'other', url: 'javascript:alert(1)' }).watchUrl).toBeNull();
  });

  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'youtube', 'dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?si=x', 'youtube', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ/', 'youtube', 'dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'vimeo', '76979871'],
    ['https://player.vimeo.com/video/76979871', 'vimeo', '76979871'],
    ['https://vimeo.com/channels/staffpicks/76979871', 'vimeo', '76979871'],
    ['https://home.wistia.com/medias/e4a27b971d', 'wistia', 'e4a27b971d'],
    ['https://fast.wistia.net/embed/iframe/e4a27b971d', 'wistia', 'e4a27b971d'],
  ])('P17.12 derives the id from %s', (url, platform, embedId) => {
    expect(parseVideoUrl(url)).toEqual({ platform, embedId });
    expect(resolveVideo({ url, platform }).embedUrl).toContain(embedId);
  });

  it.each([
    ['https://vimeo.com/76979871/0a1b2c3d4e', '76979871?h=0a1b2c3d4e'],
    [
      'https://player.vimeo.com/video/76979871?h=0a1b2c3d4e#t=1h1m5s',
      '76979871?h=0a1b2c3d4e#t=3665s',
    ],
    ['https://vimeo.com/76979871?h="><b#t=x', '76979871'],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m30s', 'dQw4w9WgXcQ?start=90'],
    ['https://youtu.be/dQw4w9WgXcQ?t=42', 'dQw4w9WgXcQ?start=42'],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ?start=7', 'dQw4w9WgXcQ?start=7'],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=soon', 'dQw4w9WgXcQ'],
  ])('keeps the start and the key of %s', (url, player) => {
    expect(resolveVideo({ url }).embedUrl?.split('/').at(-1)).toBe(player);
  });

  it('P17.12 a stored id wins over the address, and a foreign address gives none', () => {
    const url = 'https://vimeo.com/76979871';
    expect(resolveVideo({ platform: 'vimeo', embedId: '55555555', url }).embedId).toBe('55555555');
    expect(resolveVideo({ platform: 'youtube', url }).embedId).toBe('');
    expect(parseVideoUrl('https://notyoutube.com/watch?v=dQw4w9WgXcQ')).toBeNull();
  });
});

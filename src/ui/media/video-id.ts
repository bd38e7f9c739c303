export interface VideoSource {
  platform?: string | null;
  embedId?: string | null;
  url?: string | null;
  title?: string | null;
  thumbnail?: string | null;
}

/** The spec's list; real ids may begin with these too, and that loss is accepted. */
const PLACEHOLDER_PREFIXES = [
  'placeholder',
  'demo',
  'test',
  'sample',
  'fake',
  'abc',
  '123',
  'def456',
  '987654',
];

const PLATFORMS = [
  {
    name: 'youtube',
    id: /^[A-Za-z0-9_-]{11}$/,
    host: /(^|\.)(youtube\.com|youtube-nocookie\.com|youtu\.be)$/,
    inPath: /\/(?:embed\/|shorts\/|live\/|v\/)?([^/]+)$/,
    embed: 'https://www.youtube-nocookie.com/embed/',
    watch: 'https://www.youtube.com/watch?v=',
  },
  {
    name: 'vimeo',
    id: /^[0-9]+$/,
    host: /(^|\.)vimeo\.com$/,
    inPath: /\/(?:[^/]+\/)*?([0-9]+)(?:\/|$)/,
    embed: 'https://player.vimeo.com/video/',
    watch: 'https://vimeo.com/',
  },
  {
    name: 'wistia',
    id: /^[A-Za-z0-9]{8,}$/,
    host: /(^|\.)(wistia\.com|wistia\.net)$/,
    inPath: /\/(?:medias|embed\/iframe|embed\/medias)\/([^/.]+)/,
    embed: 'https://fast.wistia.net/embed/iframe/',
    watch: 'https://fast.wistia.net/embed/iframe/',
  },
] as const;

const platformOf = (name: string) =>
  PLATFORMS.find((platform) => platform.name === name.trim().toLowerCase());

export function isPlaceholderId(id: string): boolean {
  const lower = id.toLowerCase();
  if (PLACEHOLDER_PREFIXES.some((prefix) => lower.startsWith(prefix))) return true;
  if (id.length < 5) return true;
  return id.length < 8 && /^[a-z0-9]+$/i.test(id);
}

export const isValidEmbedId = (platform: string, id: string): boolean =>
  !isPlaceholderId(id) && (platformOf(platform)?.id.test(id) ?? false);

function parseHttpUrl(text: string | null | undefined): URL | null {
  if (!text || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}

export function parseVideoUrl(text: string | null | undefined) {
  const url = parseHttpUrl(text);
  if (!url) return null;
  const platform = PLATFORMS.find(({ host }) => host.test(url.hostname));
  if (!platform) return null;
  const path = url.pathname.replace(/\/+$/, '');
  const fromQuery = platform.name === 'youtube' ? url.searchParams.get('v') : null;
  const embedId = fromQuery ?? platform.inPath.exec(path)?.[1] ?? null;
  return { platform: platform.name, embedId };
}

/** '1m30s' or '90'; 0 where nothing of the kind is said. */
const secondsOf = (text: string): number => {
  const [, hours, minutes, seconds] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text) ?? [];
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
};

/** The rest of an address beside the id: where the video starts, and the key of an unlisted one of Vimeo. */
const playerWordsOf = (platform: string, { searchParams, pathname, hash }: URL): string => {
  const at = searchParams.get('t') ?? searchParams.get('start') ?? hash.replace('#t=', '');
  const start = secondsOf(at);
  if (platform === 'youtube') return start > 0 ? `?start=${start}` : '';
  if (platform !== 'vimeo') return '';
  const key = searchParams.get('h') ?? /\/\d+\/([\da-f]+)\/?$/.exec(pathname)?.[1] ?? '';
  return `${/^[\da-f]+$/.test(key) ? `?h=${key}` : ''}${start > 0 ? `#t=${start}s` : ''}`;
};

export interface ResolvedVideo {
  platform: string;
  embedId: string;
  /** Where the frame loads from; null gives the panel 'Unable to load video'. */
  embedUrl: string | null;
  watchUrl: string | null;
}

/** Resolves a stored video; a missing id or platform is read from its address. */
export function resolveVideo(video: VideoSource): ResolvedVideo {
  const parsed = parseVideoUrl(video.url);
  const platform = video.platform?.trim() || parsed?.platform || '';
  const supported = platformOf(platform);
  const derived = parsed?.platform === supported?.name ? parsed?.embedId : null;
  const embedId = video.embedId?.trim() || derived || '';
  const address = parseHttpUrl(video.url);
  const stored = address?.href ?? null;
  const words = address && embedId === derived ? playerWordsOf(platform, address) : '';
  const built = supported && embedId ? supported.watch + encodeURIComponent(embedId) : null;
  return {
    platform,
    embedId,
    embedUrl:
      supported && isValidEmbedId(platform, embedId) ? supported.embed + embedId + words : null,
    watchUrl: stored ?? built,
  };
}

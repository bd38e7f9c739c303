export type VideoPlatform = 'youtube' | 'vimeo' | 'wistia';

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

const ID_FORMATS: Record<VideoPlatform, RegExp> = {
  youtube: /^[A-Za-z0-9_-]{11}$/,
  vimeo: /^[0-9]+$/,
  wistia: /^[A-Za-z0-9]{8,}$/,
};

const EMBED_BASES: Record<VideoPlatform, string> = {
  youtube: 'https://www.youtube-nocookie.com/embed/',
  vimeo: 'https://player.vimeo.com/video/',
  wistia: 'https://fast.wistia.net/embed/iframe/',
};

const WATCH_BASES: Record<VideoPlatform, string> = {
  youtube: 'https://www.youtube.com/watch?v=',
  vimeo: 'https://vimeo.com/',
  wistia: 'https://fast.wistia.net/embed/iframe/',
};

export function isPlaceholderId(id: string): boolean {
  const lower = id.toLowerCase();
  if (PLACEHOLDER_PREFIXES.some((prefix) => lower.startsWith(prefix))) return true;
  if (id.length < 5) return true;
  return id.length < 8 && /^[a-z0-9]+$/i.test(id);
}

function readPlatform(platform: string | null | undefined): VideoPlatform | null {
  const name = platform?.trim().toLowerCase() ?? '';
  return Object.hasOwn(ID_FORMATS, name) ? (name as VideoPlatform) : null;
}

export function isValidEmbedId(platform: VideoPlatform, id: string): boolean {
  return !isPlaceholderId(id) && ID_FORMATS[platform].test(id);
}

function parseHttpUrl(text: string | null | undefined): URL | null {
  if (!text || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}

const HOSTS: [RegExp, VideoPlatform][] = [
  [/(^|\.)(youtube\.com|youtube-nocookie\.com|youtu\.be)$/, 'youtube'],
  [/(^|\.)vimeo\.com$/, 'vimeo'],
  [/(^|\.)(wistia\.com|wistia\.net)$/, 'wistia'],
];

const URL_IDS: Record<VideoPlatform, RegExp> = {
  youtube: /\/(?:embed\/|shorts\/|live\/|v\/)?([^/]+)$/,
  vimeo: /\/(?:[^/]+\/)*?([0-9]+)(?:\/|$)/,
  wistia: /\/(?:medias|embed\/iframe|embed\/medias)\/([^/.]+)/,
};

/** What a video address says by itself: its platform and its id. */
export function parseVideoUrl(text: string | null | undefined) {
  const url = parseHttpUrl(text);
  if (!url) return null;
  const platform = HOSTS.find(([host]) => host.test(url.hostname))?.[1];
  if (!platform) return null;
  const path = url.pathname.replace(/\/+$/, '');
  const fromQuery = platform === 'youtube' ? url.searchParams.get('v') : null;
  const embedId = fromQuery ?? URL_IDS[platform].exec(path)?.[1] ?? null;
  return { platform, embedId };
}

export interface ResolvedVideo {
  platform: string;
  embedId: string;
  /** Where the frame loads from; null gives the panel 'Unable to load video'. */
  embedUrl: string | null;
  /** Where the reader can open it instead. */
  watchUrl: string | null;
}

/** Settles what a stored video is; a missing id or platform is read from its address. */
export function resolveVideo(video: VideoSource): ResolvedVideo {
  const parsed = parseVideoUrl(video.url);
  const platform = video.platform?.trim() || parsed?.platform || '';
  const supported = readPlatform(platform);
  const derived = parsed && parsed.platform === supported ? parsed.embedId : null;
  const embedId = video.embedId?.trim() || derived || '';
  const valid = supported !== null && isValidEmbedId(supported, embedId);
  const stored = parseHttpUrl(video.url)?.href ?? null;
  const built = supported && embedId ? WATCH_BASES[supported] + encodeURIComponent(embedId) : null;
  return {
    platform,
    embedId,
    embedUrl: valid ? EMBED_BASES[supported] + embedId : null,
    watchUrl: stored ?? built,
  };
}

import { Play as playNode } from 'lucide';
import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { icon } from '../icons.tsx';
import { useImage } from '../use-image.ts';
import { resolveVideo, type VideoSource } from './video-id.ts';

const VideoDialog = lazy(() =>
  import('./video-dialog.tsx').then((module) => ({ default: module.VideoDialog })),
);

export const Play = /* @__PURE__ */ icon(playNode);

const PLATFORM_NAMES: Record<string, string> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  wistia: 'Wistia',
};

/** Cards, and one player that is fetched with the first click. */
export function VideoGallery({ videos }: { videos: readonly VideoSource[] }) {
  const [current, setCurrent] = useState<VideoSource | null>(null);
  return (
    <>
      <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        {videos.map((video, index) => (
          <li key={index}>
            <VideoCard video={video} onOpen={() => setCurrent(video)} />
          </li>
        ))}
      </ul>
      {current && (
        <Suspense>
          <VideoDialog video={current} onClose={() => setCurrent(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Without script a link to the video's own page; with it, the player opens here. */
export function VideoCard({ video, onOpen }: { video: VideoSource; onOpen: () => void }) {
  const { platform, watchUrl } = resolveVideo(video);
  const open = (event: MouseEvent) => {
    event.preventDefault();
    onOpen();
  };
  const face = (
    <>
      <Poster key={video.thumbnail} thumbnail={video.thumbnail} />
      <span className="mt-3 block font-serif text-h4 font-semibold decoration-accent decoration-1 underline-offset-4 group-hover:underline">
        <span className="sr-only">Play video: </span>
        {video.title || 'Video'}
      </span>
      {platform && (
        <span className="mt-0.5 block text-xs text-faint">
          {PLATFORM_NAMES[platform.toLowerCase()] ?? platform}
        </span>
      )}
    </>
  );
  const pressed = { onClick: open, className: 'group block w-full text-left' };
  if (!watchUrl) {
    return (
      <button type="button" {...pressed}>
        {face}
      </button>
    );
  }
  return (
    <a href={watchUrl} {...pressed}>
      {face}
    </a>
  );
}

function Poster({ thumbnail }: Pick<VideoSource, 'thumbnail'>) {
  const { src, watched } = useImage([thumbnail]);
  return (
    <span className="relative block aspect-video overflow-hidden bg-linear-to-b from-[#3a332c] to-[#1d1916]">
      {src && (
        <img
          {...watched}
          src={src}
          alt=""
          width={640}
          height={360}
          className="picture size-full object-cover"
        />
      )}
      <span className="absolute inset-0 flex items-center justify-center">
        <span className="flex size-14 items-center justify-center rounded-full border border-white/70 bg-[#110f0d]/55 transition-colors group-hover:bg-accent-fill">
          <Play aria-hidden className="ml-0.5 size-5 fill-white text-white" />
        </span>
      </span>
    </span>
  );
}

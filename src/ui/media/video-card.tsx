import { Play as playNode } from 'lucide';
import { type MouseEvent, useState } from 'react';
import { icon } from '../icons.tsx';
import { useEarlyFailure } from '../use-image-failure.ts';
import { resolveVideo, type VideoSource } from './video-id.ts';

export const Play = /* @__PURE__ */ icon(playNode);

const PLATFORM_NAMES: Record<string, string> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  wistia: 'Wistia',
};

/** Without script a link to the video's own page; with it, the player opens here. */
export function VideoCard({ video, onOpen }: { video: VideoSource; onOpen: () => void }) {
  const { platform, watchUrl } = resolveVideo(video);
  const title = video.title || 'Video';
  const open = (event: MouseEvent) => {
    event.preventDefault();
    onOpen();
  };
  const face = (
    <>
      <Poster key={video.thumbnail} src={video.thumbnail} />
      <span className="mt-3 block font-serif text-h4 font-semibold decoration-accent decoration-1 underline-offset-4 group-hover:underline">
        <span className="sr-only">Play video: </span>
        {title}
      </span>
      {platform && (
        <span className="mt-0.5 block text-xs text-faint">
          {PLATFORM_NAMES[platform.toLowerCase()] ?? platform}
        </span>
      )}
    </>
  );
  if (watchUrl) {
    return (
      <a href={watchUrl} onClick={open} className="group block w-full text-left">
        {face}
      </a>
    );
  }
  return (
    <button type="button" onClick={open} className="group block w-full text-left">
      {face}
    </button>
  );
}

function Poster({ src }: { src?: string | null }) {
  const [failed, setFailed] = useState(false);
  const ref = useEarlyFailure(src ?? undefined, () => setFailed(true));
  return (
    <span className="relative block aspect-video overflow-hidden bg-linear-to-b from-[#3a332c] to-[#1d1916]">
      {src && (
        <img
          ref={ref}
          src={src}
          alt=""
          width={640}
          height={360}
          loading="lazy"
          decoding="async"
          hidden={failed}
          onError={() => setFailed(true)}
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

import { lazy, Suspense, useState } from 'react';
import { VideoCard } from './video-card.tsx';
import type { VideoSource } from './video-id.ts';

const VideoDialog = lazy(() =>
  import('./video-dialog.tsx').then((module) => ({ default: module.VideoDialog })),
);

/** Cards, and one player that is fetched with the first click. */
export function VideoGallery({ videos }: { videos: readonly VideoSource[] }) {
  const [current, setCurrent] = useState<VideoSource | null>(null);
  const [used, setUsed] = useState(false);
  const open = (video: VideoSource) => {
    setUsed(true);
    setCurrent(video);
  };
  return (
    <>
      <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        {videos.map((video, index) => (
          <li key={index}>
            <VideoCard video={video} onOpen={() => open(video)} />
          </li>
        ))}
      </ul>
      {used && (
        <Suspense fallback={null}>
          <VideoDialog video={current} onClose={() => setCurrent(null)} />
        </Suspense>
      )}
    </>
  );
}

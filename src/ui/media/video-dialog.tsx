import { ExternalLink } from '../external-link.tsx';
import { MediaDialog } from './media-dialog.tsx';
import { type ResolvedVideo, resolveVideo, type VideoSource } from './video-id.ts';

/** Closing takes the frame away, which stops the video. */
export function VideoDialog({ video, onClose }: { video: VideoSource; onClose(): void }) {
  const resolved = resolveVideo(video);
  const title = video.title || 'Video';
  return (
    <MediaDialog title={title} onClose={onClose}>
      <div className="aspect-video w-full max-w-[min(70rem,calc((100svh-8rem)*16/9))] bg-[#1d1916] outline outline-white/15">
        {resolved.embedUrl ? (
          <iframe
            src={resolved.embedUrl}
            title={title}
            allow="fullscreen; picture-in-picture; encrypted-media"
            referrerPolicy="strict-origin-when-cross-origin"
            className="size-full border-0"
          />
        ) : (
          <VideoProblem resolved={resolved} title={video.title} />
        )}
      </div>
    </MediaDialog>
  );
}

interface VideoProblemProps {
  resolved: ResolvedVideo;
  title?: string | null;
}

export function VideoProblem({ resolved, title }: VideoProblemProps) {
  const facts = [
    ['Platform', resolved.platform],
    ['Embed ID', resolved.embedId],
    ['Title', title],
  ];
  return (
    <div
      role="alert"
      className="flex size-full flex-col items-center justify-center gap-4 overflow-auto p-6 text-center text-[#f1eadf]"
    >
      <p className="font-serif text-h3 font-semibold">Unable to load video</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-1 text-left text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-[#a49a8d]">{label}</dt>
            <dd className="break-all">{value || 'Not specified'}</dd>
          </div>
        ))}
      </dl>
      {resolved.watchUrl && (
        <ExternalLink
          href={resolved.watchUrl}
          className="text-sm underline underline-offset-4 focus-visible:outline-[#f1eadf]"
        >
          Open the video
        </ExternalLink>
      )}
    </div>
  );
}

import { clsx } from 'clsx';
import * as lucide from 'lucide';
import { useState } from 'react';
import { ChevronRight, icon } from '#ui/icons.tsx';
import { MediaButton, MediaDialog } from './media-dialog.tsx';

/** The spec's zoom: percent, in steps, between two ends. */
const ZOOM_MIN = 50;
const ZOOM_MAX = 200;
const ZOOM_STEP = 25;
export const ZOOM_DEFAULT = 100;

export const zoomIn = (zoom: number): number => Math.min(ZOOM_MAX, zoom + ZOOM_STEP);

export const zoomOut = (zoom: number): number => Math.max(ZOOM_MIN, zoom - ZOOM_STEP);

export const moveIndex = (index: number, by: 1 | -1, count: number): number =>
  count === 0 ? 0 : (index + by + count) % count;

const ChevronLeft = /* @__PURE__ */ icon(lucide.ChevronLeft);
const RotateCcw = /* @__PURE__ */ icon(lucide.RotateCcw);
const ZoomIn = /* @__PURE__ */ icon(lucide.ZoomIn);
const ZoomOut = /* @__PURE__ */ icon(lucide.ZoomOut);

const MOVE = 'absolute top-1/2 -translate-y-1/2 bg-[#110f0d]/70 [&_svg]:size-6';

export interface LightboxImage {
  src: string;
  alt: string;
}

interface LightboxProps {
  images: readonly LightboxImage[];
  /** Which of them was pressed. */
  start: number;
  onClose(): void;
}

export function Lightbox({ images, start, onClose }: LightboxProps) {
  const [{ index, zoom }, setView] = useState({ index: start, zoom: ZOOM_DEFAULT });
  const { src, alt } = images[index] ?? { src: '', alt: '' };
  const isAlone = images.length < 2;
  const zoomTo = (next: number) => setView({ index, zoom: next });
  // Another image starts at its own size.
  const move = (by: 1 | -1) =>
    setView({ index: moveIndex(index, by, images.length), zoom: ZOOM_DEFAULT });
  const onKey = (key: string) => {
    if (key === 'ArrowRight' && !isAlone) move(1);
    if (key === 'ArrowLeft' && !isAlone) move(-1);
    if (key === '+' || key === '=') zoomTo(zoomIn(zoom));
    if (key === '-') zoomTo(zoomOut(zoom));
    if (key === '0') zoomTo(ZOOM_DEFAULT);
  };
  const tools = (
    <>
      {!isAlone && (
        <span className="mr-2 text-xs tabular-nums max-sm:hidden">
          {index + 1} / {images.length}
        </span>
      )}
      <MediaButton
        label="Zoom out"
        Icon={ZoomOut}
        disabled={zoom === ZOOM_MIN}
        onClick={() => zoomTo(zoomOut(zoom))}
      />
      <output aria-live="polite" className="w-12 text-center text-xs">
        {zoom}%
      </output>
      <MediaButton
        label="Zoom in"
        Icon={ZoomIn}
        disabled={zoom === ZOOM_MAX}
        onClick={() => zoomTo(zoomIn(zoom))}
      />
      <MediaButton label="Reset zoom" Icon={RotateCcw} onClick={() => zoomTo(ZOOM_DEFAULT)} />
    </>
  );
  return (
    <MediaDialog title={alt} tools={tools} onClose={onClose} onKeyDown={({ key }) => onKey(key)}>
      <div data-media-stage className="absolute inset-0 grid overflow-auto p-4 sm:px-20">
        <img
          src={src}
          alt={alt}
          onDoubleClick={() => zoomTo(ZOOM_DEFAULT)}
          style={{ width: `${zoom}%` }}
          className={clsx(
            'm-auto h-auto max-w-none object-contain transition-[width] duration-200',
            zoom <= ZOOM_DEFAULT && 'max-h-full',
          )}
        />
      </div>
      {!isAlone && (
        <>
          <MediaButton
            label="Previous image"
            Icon={ChevronLeft}
            onClick={() => move(-1)}
            className={clsx(MOVE, 'left-2 sm:left-5')}
          />
          <MediaButton
            label="Next image"
            Icon={ChevronRight}
            onClick={() => move(1)}
            className={clsx(MOVE, 'right-2 sm:right-5')}
          />
        </>
      )}
    </MediaDialog>
  );
}

import { clsx } from 'clsx';
import * as lucide from 'lucide';
import { type ButtonHTMLAttributes, type KeyboardEvent, type MouseEvent, useState } from 'react';
import { ChevronRight, type IconComponent, icon } from '#ui/icons.tsx';
import { MEDIA_BUTTON, MediaDialog } from './media-dialog.tsx';

/** The spec's zoom: percent, in steps, between two ends. */
const ZOOM_MIN = 50;
const ZOOM_MAX = 200;
const ZOOM_STEP = 25;
export const ZOOM_DEFAULT = 100;

export function zoomIn(zoom: number): number {
  return Math.min(ZOOM_MAX, zoom + ZOOM_STEP);
}

export function zoomOut(zoom: number): number {
  return Math.max(ZOOM_MIN, zoom - ZOOM_STEP);
}

export function moveIndex(index: number, by: 1 | -1, count: number): number {
  if (count === 0) return 0;
  return (index + by + count) % count;
}

const ChevronLeft = /* @__PURE__ */ icon(lucide.ChevronLeft);
const RotateCcw = /* @__PURE__ */ icon(lucide.RotateCcw);
const ZoomIn = /* @__PURE__ */ icon(lucide.ZoomIn);
const ZoomOut = /* @__PURE__ */ icon(lucide.ZoomOut);

export interface LightboxImage {
  src: string;
  alt: string;
}

interface LightboxProps {
  images: readonly LightboxImage[];
  /** null is closed. */
  index: number | null;
  onIndexChange: (index: number | null) => void;
}

export function Lightbox({ images, index, onIndexChange }: LightboxProps) {
  const [zoom, setZoom] = useState(ZOOM_DEFAULT);
  const [shown, setShown] = useState(index);
  // Another image starts at its own size.
  if (shown !== index) {
    setShown(index);
    setZoom(ZOOM_DEFAULT);
  }
  const image = index === null ? undefined : images[index];
  const many = images.length > 1;
  const move = (by: 1 | -1) => {
    if (index !== null && many) onIndexChange(moveIndex(index, by, images.length));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') move(1);
    if (event.key === 'ArrowLeft') move(-1);
    if (event.key === '+' || event.key === '=') setZoom(zoomIn);
    if (event.key === '-') setZoom(zoomOut);
    if (event.key === '0') setZoom(ZOOM_DEFAULT);
  };
  const closeOnBackground = (event: MouseEvent) => {
    if (event.target === event.currentTarget) onIndexChange(null);
  };
  const tools = (
    <>
      {many && index !== null && (
        <span className="mr-2 text-xs tabular-nums max-sm:hidden">
          {index + 1} / {images.length}
        </span>
      )}
      <ToolButton
        label="Zoom out"
        Icon={ZoomOut}
        disabled={zoom === ZOOM_MIN}
        onClick={() => setZoom(zoomOut)}
      />
      <output aria-live="polite" className="w-12 text-center text-xs">
        {zoom}%
      </output>
      <ToolButton
        label="Zoom in"
        Icon={ZoomIn}
        disabled={zoom === ZOOM_MAX}
        onClick={() => setZoom(zoomIn)}
      />
      <ToolButton label="Reset zoom" Icon={RotateCcw} onClick={() => setZoom(ZOOM_DEFAULT)} />
    </>
  );
  return (
    <MediaDialog
      open={image !== undefined}
      onOpenChange={(open) => !open && onIndexChange(null)}
      title={image?.alt ?? 'Image'}
      tools={tools}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut beside Escape and the button */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape is its keyboard way */}
      <div onClick={closeOnBackground} className="absolute inset-0 grid overflow-auto p-4 sm:px-20">
        {image && (
          <img
            src={image.src}
            alt={image.alt}
            onDoubleClick={() => setZoom(ZOOM_DEFAULT)}
            style={{ width: `${zoom}%` }}
            className={clsx(
              'm-auto h-auto max-w-none object-contain transition-[width] duration-200',
              zoom <= ZOOM_DEFAULT && 'max-h-full',
            )}
          />
        )}
      </div>
      {many && (
        <>
          <MoveButton side="left" onClick={() => move(-1)} />
          <MoveButton side="right" onClick={() => move(1)} />
        </>
      )}
    </MediaDialog>
  );
}

interface ToolButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  Icon: IconComponent;
}

function ToolButton({ label, Icon, ...rest }: ToolButtonProps) {
  return (
    <button type="button" aria-label={label} className={MEDIA_BUTTON} {...rest}>
      <Icon aria-hidden className="size-5" />
    </button>
  );
}

function MoveButton({ side, onClick }: { side: 'left' | 'right'; onClick: () => void }) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      aria-label={side === 'left' ? 'Previous image' : 'Next image'}
      onClick={onClick}
      className={clsx(
        MEDIA_BUTTON,
        'absolute top-1/2 -translate-y-1/2 bg-[#110f0d]/70',
        side === 'left' ? 'left-2 sm:left-5' : 'right-2 sm:right-5',
      )}
    >
      <Icon aria-hidden className="size-6" />
    </button>
  );
}

/** The spec's zoom: percent, in steps, between two ends. */
export const ZOOM_MIN = 50;
export const ZOOM_MAX = 200;
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

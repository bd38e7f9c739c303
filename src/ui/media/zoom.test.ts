import { expect, it } from 'vitest';
import { moveIndex, ZOOM_DEFAULT, zoomIn, zoomOut } from './lightbox.tsx';

it('P17.01 starts at 100 and moves by 25', () => {
  expect(ZOOM_DEFAULT).toBe(100);
  expect(zoomIn(100)).toBe(125);
  expect(zoomOut(100)).toBe(75);
});

it('P17.01 stops at 50 and at 200', () => {
  expect(zoomIn(175)).toBe(200);
  expect(zoomIn(200)).toBe(200);
  expect(zoomOut(75)).toBe(50);
  expect(zoomOut(50)).toBe(50);
});

it('P17.13 moves between images around the ends', () => {
  expect(moveIndex(0, 1, 3)).toBe(1);
  expect(moveIndex(2, 1, 3)).toBe(0);
  expect(moveIndex(0, -1, 3)).toBe(2);
  expect(moveIndex(0, 1, 0)).toBe(0);
});

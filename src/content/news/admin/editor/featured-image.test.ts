import { expect, it } from 'vitest';
import { altHint, imagePatch, otherImage } from './featured-image.tsx';

const image = {
  id: 'p',
  urls: { regular: 'https://images.example/r', small: 'https://images.example/s' },
  alt_description: 'a desk',
  description: null,
  user: { name: 'Jane Doe', link: null },
  attribution: 'Photo by Jane Doe on Unsplash',
  downloadLocation: 'x',
};

it.each([
  [0, 'Optimal: 50-125 characters.'],
  [10, 'Optimal: 50-125 characters. A little short.'],
  [49, 'Optimal: 50-125 characters. A little short.'],
  [50, 'Optimal: 50-125 characters. Good length.'],
  [80, 'Optimal: 50-125 characters. Good length.'],
  [125, 'Optimal: 50-125 characters. Good length.'],
  [126, 'Optimal: 50-125 characters. Too long.'],
  [130, 'Optimal: 50-125 characters. Too long.'],
])('A5.30 says about %d characters: %s', (length, hint) => {
  expect(altHint(length)).toBe(hint);
});

it('A7.04 fills image, empty alt text and empty caption from the chosen photo', () => {
  expect(imagePatch({}, image)).toEqual({
    imageUrl: 'https://images.example/r',
    imageAlt: 'a desk',
    imageCaption: 'Photo by Jane Doe on Unsplash',
  });
});

it('A7.04 replaces nothing that was written by hand', () => {
  const written = { imageAlt: 'Mine', imageCaption: 'Mine too' };
  expect(imagePatch(written, image)).toEqual({ imageUrl: 'https://images.example/r' });
});

it('A7.04 leaves the alt text alone when the photo has none', () => {
  expect(imagePatch({}, { ...image, alt_description: null })).not.toHaveProperty('imageAlt');
});

it('A7.04 lets a credit go with its photo, and keeps a caption that was written', () => {
  const credited = { imageUrl: '/a', imageCaption: 'Photo by Jane Doe on Unsplash' };
  expect(otherImage(credited, '/uploads/b.png')).toEqual({
    imageUrl: '/uploads/b.png',
    imageCaption: '',
  });
  expect(imagePatch({ ...credited, imageAlt: 'x' }, image).imageCaption).toBe(image.attribution);
  const written = { imageUrl: '/a', imageCaption: 'The office in Zug' };
  expect(otherImage(written, '/b')).toEqual({ imageUrl: '/b' });
});

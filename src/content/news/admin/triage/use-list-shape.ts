import { useState } from 'react';

export const SHAPES = [
  { value: 'cards', label: 'Cards' },
  { value: 'dense', label: 'Dense list' },
] as const;

type Shape = (typeof SHAPES)[number]['value'];

const STORED = 'news-list';

/** Cards, or a dense list to go through by keys; the browser remembers it. */
export const useListShape = () => {
  const [shape, setShape] = useState<Shape>(
    localStorage.getItem(STORED) === 'dense' ? 'dense' : 'cards',
  );
  const choose = (next: Shape) => {
    localStorage.setItem(STORED, next);
    setShape(next);
  };
  return [shape, choose] as const;
};

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Colleague } from '#admin/people/people.tsx';
import { PersonRow } from './person-row.tsx';

const person: Colleague = {
  id: 1,
  email: 'nora@example.com',
  role: 'editor',
  firstName: null,
  lastName: null,
  hasPassword: true,
  hasSecondFactor: false,
  seenAt: null,
  createdAt: '2026-11-01T09:00:00.000Z',
};

it('says that somebody never signed in to owners alone, who are told', () => {
  const show = (one: Colleague) =>
    renderToStaticMarkup(<PersonRow person={one} isMe={false} isOwner={false} />);
  expect(show(person)).toContain('not signed in');
  expect(show({ ...person, hasPassword: null })).not.toContain('not signed in');
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { loginSchema } from '#modules/auth/sign-in.schema.ts';
import { AuthSpinner, formProblems } from './auth-form.tsx';

it('A1.01 shows a spinner that says so while the status loads', () => {
  const html = renderToStaticMarkup(<AuthSpinner />);
  expect(html).toContain('role="status"');
  expect(html).toContain('Loading');
});

it('A1.09 has a sentence for each field', () => {
  expect(formProblems(loginSchema, { email: 'abc', password: '' })).toEqual({
    email: 'Please enter a valid email address',
    password: 'Password is required',
  });
  expect(formProblems(loginSchema, { email: 'a@example.com', password: 'x' })).toEqual({});
});

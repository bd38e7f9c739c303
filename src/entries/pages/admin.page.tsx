import { createFileRoute } from '@tanstack/react-router';
import { adminHead } from './admin-head.ts';
import { AdminScreen } from './admin-screen.tsx';

export const Route = createFileRoute('/admin')({
  head: ({ match }) => adminHead(match.context.site.name),
  component: AdminScreen,
});

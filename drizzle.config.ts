import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/content/schema.server.ts', './src/tools/finder/finder.tables.server.ts'],
  out: './drizzle',
});

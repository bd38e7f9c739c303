import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/content/schema.server.ts', './src/**/*.{table,tables}.server.ts'],
  out: './drizzle',
});

import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/content/schema.server.ts',
  out: './drizzle',
});

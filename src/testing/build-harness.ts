import { build, type Rolldown } from 'vite';

/** One part of the product as a script of its own, to be tried in a page that lends its styles. */
export const buildHarness = async (entry: string): Promise<string> => {
  const result = (await build({
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry, formats: ['iife'], name: 'harness' } },
  })) as Rolldown.RolldownOutput[];
  return result[0]?.output[0].code ?? '';
};

/**
 * Imports run one way, types included: platform <- kit <- client <- site, admin (with ui) <- modules <- content <- tools <- app.
 * The rules know paths and suffixes only, so that a new content type edits none of them.
 */
const TEST = '\\.test\\.tsx?$|^src/testing/';

const layer = (name, mayImport) => ({
  name: `${name}-imports-downwards`,
  severity: 'error',
  from: { path: `^src/${name}/`, pathNot: TEST },
  to: { path: '^src/', pathNot: `^src/(?:${[name, ...mayImport].join('|')})/` },
});

export default {
  forbidden: [
    layer('platform', []),
    layer('ui', []),
    layer('kit', ['platform']),
    layer('client', ['kit', 'platform']),
    layer('site', ['ui', 'client', 'kit', 'platform']),
    layer('admin', ['ui', 'client', 'kit', 'platform']),
    layer('modules', ['site', 'admin', 'ui', 'client', 'kit', 'platform']),
    layer('content', ['modules', 'site', 'admin', 'ui', 'client', 'kit', 'platform']),
    layer('tools', ['content', 'modules', 'site', 'admin', 'ui', 'client', 'kit', 'platform']),
    {
      name: 'no-circle',
      severity: 'error',
      from: { pathNot: TEST },
      to: { circular: true, viaOnly: { pathNot: '\\.gen\\.ts$' } },
    },
    {
      name: 'pages-and-panel-stay-apart',
      comment: 'A page of the site never loads a screen of the panel, nor the other way round.',
      severity: 'error',
      from: { path: '^src/(?:site|(?:content|tools)/[^/]+/pages)/' },
      to: { path: '^src/(?:admin|(?:content|tools)/[^/]+/admin)/' },
    },
    {
      name: 'panel-and-pages-stay-apart',
      severity: 'error',
      from: { path: '^src/(?:admin|(?:content|tools)/[^/]+/admin)/', pathNot: TEST },
      to: { path: '^src/(?:site|(?:content|tools)/[^/]+/pages)/' },
    },
    {
      name: 'content-folders-are-closed',
      comment:
        'Of another content type or tool: its definition, its site.ts, its card and its query, and nothing deeper.',
      severity: 'error',
      from: { path: '^src/(?:content|tools)/([^/]+)/', pathNot: TEST },
      to: {
        path: '^src/(?:content|tools)/[^/]+/',
        pathNot: [
          '^src/(?:content|tools)/$1/',
          '^src/content/shared/',
          '^src/(?:content|tools)/[^/]+/(?:[^/]+\\.collection\\.ts|site\\.ts|[^/]+\\.(?:card\\.tsx|query\\.ts))$',
        ],
      },
    },
    {
      name: 'server-stays-on-the-server',
      comment: 'A file that may reach the browser takes only types from *.server.ts.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['\\.server\\.tsx?$', TEST, '^src/app/boot/', '^src/app/page-server'],
      },
      to: { path: '\\.server\\.tsx?$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-tests-import-testing',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST },
      to: { path: '^src/testing/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.gen\\.ts$' },
    tsPreCompilationDeps: true,
  },
};

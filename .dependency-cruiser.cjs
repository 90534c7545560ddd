/** Who may import whom (docs/architecture.md). Type-only imports count, except where a rule says so. */
const folders = [
  'schemas',
  'domain',
  'store',
  'outbound',
  'activities',
  'workflows',
  'workers',
  'api',
  'web',
  'cli',
  'client',
  'infra',
  'stand-ins',
  'texts',
];

/** A folder may import itself and `allowed`; `typesOf` by type only. */
const layer = (from, allowed, typesOf = []) => [
  {
    name: `${from}-imports`,
    severity: 'error',
    from: { path: `^${from}/` },
    to: {
      path: `^(${folders.join('|')})/`,
      pathNot: [...[from, ...allowed, ...typesOf].map((to) => (to.includes('.') ? `^${to}$` : `^${to}/`))],
    },
  },
  ...typesOf.map((to) => ({
    name: `${from}-imports-${to}-by-type-only`,
    severity: 'error',
    from: { path: `^${from}/` },
    to: { path: `^${to}/`, dependencyTypesNot: ['type-only'] },
  })),
];

/** What other folders may import of the workflows: how to start, find and signal each flow. */
const catalogue = ['workflows/catalogue.ts', 'workflows/search-attributes.ts'];

module.exports = {
  forbidden: [
    ...layer('texts', [], ['schemas', 'domain']),
    ...layer('schemas', ['texts/languages.ts']),
    ...layer('domain', ['texts'], ['schemas']),
    ...layer('store', ['domain', 'schemas', 'texts']),
    ...layer('outbound', ['domain', 'schemas', 'texts']),
    ...layer('stand-ins', ['domain', 'schemas', 'infra/local/local-stack-error.ts']),
    ...layer('activities', ['outbound', 'store', 'domain', 'schemas', 'texts', ...catalogue]),
    ...layer('workflows', [], ['domain', 'schemas', 'activities', 'texts']),
    ...layer('web', ['schemas', 'domain', 'texts']),
    ...layer('cli', ['schemas', 'domain', 'client']),
    ...layer('client', []),
    {
      name: 'store-words-no-errors',
      comment: 'A store function returns a refusal (store/refusal.ts); the handler words it.',
      severity: 'error',
      from: { path: '^store/' },
      to: { path: '^schemas/errors\\.ts$' },
    },
    {
      name: 'schemas-need-zod-only',
      severity: 'error',
      from: { path: '^schemas/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod/' },
    },
    {
      name: 'api-imports',
      comment: 'Only main.ts assembles: it alone imports infra and the adapters of outbound/.',
      severity: 'error',
      from: { path: '^api/', pathNot: '^api/main\\.ts$' },
      to: { path: '^(outbound|infra)/' },
    },
    {
      name: 'api-never-imports-worker-code',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^(activities|workers)/' },
    },
    {
      name: 'api-imports-workflows-by-type-only',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^workflows/', pathNot: catalogue.map((file) => `^${file}$`), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'api-never-loads-the-worker',
      severity: 'error',
      from: { path: '^(api|schemas|domain|store)/' },
      to: { path: 'node_modules/@temporalio/worker/' },
    },
    {
      name: 'workers-imports',
      severity: 'error',
      from: { path: '^workers/' },
      to: { path: '^(api|web)/' },
    },
    {
      name: 'infra-imports',
      severity: 'error',
      from: { path: '^infra/' },
      to: { path: '^(api|web|activities|workflows)/', pathNot: catalogue.map((file) => `^${file}$`) },
    },
    {
      name: 'vendor-sdks-stay-in-activities',
      severity: 'error',
      from: { path: '^(schemas|domain|store|workflows|api|web)/' },
      to: { path: 'node_modules/postmark/' },
    },
    {
      name: 'stripe-stays-in-its-adapter',
      comment: 'All others speak to the port outbound/payments/payments.ts.',
      severity: 'error',
      from: { pathNot: '^outbound/payments/stripe/' },
      to: { path: 'node_modules/stripe/' },
    },
    {
      name: 'workflows-stay-deterministic',
      comment: 'No zod, no node builtins, no libraries: what a workflow imports is replayed for years.',
      severity: 'error',
      from: { path: '^workflows/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/@temporalio/(workflow|common)/' },
    },
    {
      name: 'browsers-load-no-validator',
      comment:
        'Types of the contract cost a browser nothing; the contract itself would bring zod. vite.config.ts runs on our side.',
      severity: 'error',
      from: { path: '^web/app/', pathNot: '^web/app/vite\\.config\\.ts$' },
      to: {
        path: '^(schemas/(?!rest-call\\.ts$)|store/|api/|infra/|node_modules/zod/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'core-knows-no-operation',
      comment: 'services.ts alone names, by type, what the process gives the handlers.',
      severity: 'error',
      from: { path: '^api/core/', pathNot: '^api/core/services\\.ts$' },
      to: { path: '^api/(handlers|pages|rest|mcp|sign-in)/' },
    },
    {
      name: 'services-are-types',
      severity: 'error',
      from: { path: '^api/core/services\\.ts$' },
      to: { dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-circles',
      comment: 'Type-only imports count: put the types that two files share in a file of their own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circles-between-areas',
      comment:
        'Of two areas that need each other one is lower: move what both need there, to the root of store/, or to api/core/.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(store|api/handlers)/' },
      to: { circular: true, path: '^(store|api/handlers)/' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['\\.d\\.ts$', '\\.config\\.', '^test/', '^bench/', '^scripts/', '^infra/', '^web/assets/', '^texts/'],
      },
      to: {},
    },
    {
      name: 'no-dev-parts-in-production',
      severity: 'error',
      from: { path: '^(schemas|domain|store|outbound|activities|workflows|workers|api|web|texts)/' },
      to: { dependencyTypes: ['npm-dev'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What `npm run build` and build:cli make.
    exclude: { path: '^(web|cli|client)/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};

import t from 'tap'
import { banner } from '../../src/server/banner.js'

const facts = {
  ...{ host: '127.0.0.1', port: 3000, basePath: '', docs: true, token: undefined },
  storeUrl: 'sqlite:data/plants.db',
}

t.test('with a generated token', async (t) => {
  const lines = banner({ ...facts, token: 'abc' }, 'linux').split('\n')
  t.same(lines.slice(1, 6), [
    '  base URL  http://127.0.0.1:3000',
    '  document  http://127.0.0.1:3000/openapi.json',
    '  docs      http://127.0.0.1:3000/docs',
    '  store     sqlite:data/plants.db',
    '  token     abc   (new at each start; see BEARER_TOKENS)',
  ])
  const found = lines.join('\n')
  t.match(found, 'curl -sS http://127.0.0.1:3000/plants \\\n    -H "Authorization: Bearer abc" \\')
  const onWindows = banner({ ...facts, token: 'abc' }, 'win32')
    .split('\n')
    .at(-2)
  t.match(onWindows, /^ {2}curl -sS \S+ -H ".+?" -H ".+?" -d "{.+}"$/, 'in one line')
})

/** What is given, and what the banner has then. */
const told: readonly (readonly [given: object, ...lines: string[]])[] = [
  [{}, '  tokens    those that you have configured\n', '"Authorization: Bearer YOUR_TOKEN"'],
  ...[
    ['memory:', 'memory:   (gone when the server ends; see STORE_URL)'],
    ['SQLite:/var/a@b?c.db', 'SQLite:/var/a@b?c.db'],
    ['postgres://me:secret@db:5432/plants?password=secret', 'postgres://db:5432/plants'],
    ['cassandra://me:secret@a,b/plants#secret', 'cassandra://a,b/plants'],
  ].map(([storeUrl, shown]) => [{ storeUrl }, `  store     ${shown}\n`] as const),
  [
    { basePath: '/garden/v1' },
    'base URL  http://127.0.0.1:3000/garden/v1\n',
    'http://127.0.0.1:3000/garden/v1/openapi.json\n',
    'http://127.0.0.1:3000/garden/v1/docs\n',
    'curl -sS http://127.0.0.1:3000/garden/v1/plants ',
  ],
  ...[
    ['0.0.0.0', '127.0.0.1'],
    ['::', '[::1]'],
    ['::1', '[::1]'],
    ['192.0.2.1', '192.0.2.1'],
    ['plants.example.org', 'plants.example.org'],
  ].map(
    ([host, called]) =>
      [
        { host },
        `base URL  http://${called}:3000\n`,
        `curl -sS http://${called}:3000/plants `,
      ] as const,
  ),
]

t.test('the banner has what can be used, without secrets', async (t) => {
  for (const [given, ...lines] of told) {
    const text = banner({ ...facts, ...given })
    for (const line of lines) t.match(text, line)
    t.notMatch(text, /secret| {2}token {2}/)
  }
  t.notMatch(banner({ ...facts, docs: false }), '/docs')
})

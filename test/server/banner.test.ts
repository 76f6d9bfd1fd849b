import t from 'tap'
import { banner } from '../../src/server/banner.js'

const facts = {
  ...{ host: '127.0.0.1', port: 3000, basePath: '', docs: true, token: undefined },
  storeUrl: 'sqlite:data/plants.db',
}

t.test('with a generated token', async (t) => {
  t.equal(
    banner({ ...facts, token: 'abc' }, 'linux'),
    [
      'The plant store is running.',
      '  base URL  http://127.0.0.1:3000',
      '  document  http://127.0.0.1:3000/openapi.json',
      '  docs      http://127.0.0.1:3000/docs',
      '  store     sqlite:data/plants.db',
      '  token     abc   (new at each start; see BEARER_TOKENS)',
      'Create a plant:',
      '  curl -sS http://127.0.0.1:3000/plants \\',
      '    -H "Authorization: Bearer abc" \\',
      '    -H "Content-Type: application/json" \\',
      '    -d "{\\"id\\":1,\\"name\\":\\"fern\\",\\"tag\\":\\"shade\\"}"',
      '',
    ].join('\n'),
  )
})

t.test('on Windows the command is one line', async (t) => {
  const line =
    banner({ ...facts, token: 'abc' }, 'win32')
      .split('\n')
      .at(-2) ?? ''
  t.match(line, /^ {2}curl -sS \S+ -H ".+?" -H ".+?" -d "{.+}"$/)
})

t.test('with configured tokens the command has a placeholder', async (t) => {
  const text = banner(facts)
  t.match(text, '  tokens    those that you have configured\n')
  t.notMatch(text, '  token  ')
  t.match(text, '"Authorization: Bearer YOUR_TOKEN"')
})

t.test('the store is named without its secrets', async (t) => {
  const stores = [
    ['memory:', 'memory:   (gone when the server ends; see STORE_URL)'],
    ['SQLite:/var/a@b?c.db', 'SQLite:/var/a@b?c.db'],
    ['postgres://me:secret@db:5432/plants?password=secret', 'postgres://db:5432/plants'],
    ['cassandra://me:secret@a,b/plants#secret', 'cassandra://a,b/plants'],
  ]
  for (const [storeUrl = '', shown] of stores) {
    t.match(banner({ ...facts, storeUrl }), `  store     ${shown}\n`)
  }
})

t.test('without the page', async (t) => {
  t.notMatch(banner({ ...facts, docs: false }), '/docs')
})

t.test('under a base path', async (t) => {
  const text = banner({ ...facts, basePath: '/garden/v1' })
  t.match(text, 'base URL  http://127.0.0.1:3000/garden/v1\n')
  t.match(text, 'http://127.0.0.1:3000/garden/v1/openapi.json\n')
  t.match(text, 'http://127.0.0.1:3000/garden/v1/docs\n')
  t.match(text, 'curl -sS http://127.0.0.1:3000/garden/v1/plants ')
})

t.test('the address in the command', async (t) => {
  const addresses = [
    ['0.0.0.0', '127.0.0.1'],
    ['::', '[::1]'],
    ['::1', '[::1]'],
    ['192.0.2.1', '192.0.2.1'],
    ['plants.example.org', 'plants.example.org'],
  ]
  for (const [host = '', called] of addresses) {
    const text = banner({ ...facts, host })
    t.match(text, `base URL  http://${called}:3000\n`)
    t.match(text, `curl -sS http://${called}:3000/plants `)
  }
})

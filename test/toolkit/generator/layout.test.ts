import t from 'tap'
import { Code, type Declaration } from '#toolkit/generator/print/code.js'
import { divided, fileName } from '#toolkit/generator/print/file-division.js'
import { layOut, type Module } from '#toolkit/generator/print/layout.js'

const declaration = (name: string, uses: string[] = [], size = 2): Declaration => ({
  name,
  uses,
  text: `type ${name}\n${'x\n'.repeat(size - 2)}`,
})

const module: Module<Declaration> = {
  name: 'types',
  header: '// header\n',
  output: {
    runtime: 'fastify-contract/codegen',
    language: 'typescript',
    extension: 'js',
    command: '',
  },
  typesOnly: true,
}

t.test('declarations are divided by the words of their names, if they are too many', async (t) => {
  const table: [names: string, limit: number, want: Record<string, string>][] = [
    ['B A', 4, { '': 'B A' }],
    ['B A', 3, { b: 'B', other: 'A' }],
    ['PullList PullGet Pot C', 4, { other: 'Pot C', pull: 'PullList PullGet' }],
    ['PullListA PullListB PullGet', 4, { pull: 'PullGet', 'pull-list': 'PullListA PullListB' }],
    ['HTTPServer httpClient HTTP2 c', 6, { http: 'HTTPServer httpClient', other: 'HTTP2 c' }],
    ['plants/Pot:list plants/PlantsGet pots/A', 4, { plants: 'list PlantsGet', pots: 'A' }],
    [
      'a-b/AbList a-b/AbGet a-b/List 植/B',
      4,
      { 'a-b': 'AbGet', 'a-b-list': 'AbList List', other: 'B' },
    ],
    ['a-b/C a/BList a/BGet a/D', 4, { a: 'D', 'a-b': 'C BList BGet' }],
    ['É _ $ b 植', 9, { b: 'b', other: 'É _ $ 植' }],
    ['', 1, { '': '' }],
  ]
  for (const [names, limit, want] of table) {
    const all = names.split(' ').filter((name) => name !== '')
    const { groups } = divided(all.map(parse), limit)
    const got = groups.map(({ file, declarations }) => [
      file,
      declarations.map(({ name }) => name).join(' '),
    ])
    t.same(Object.fromEntries(got), want, names)
  }
})

/** `chunk/key:name`, chunk and key if they are there. */
function parse(text: string): Declaration {
  const [, chunk, key, name = ''] = /^(?:(.*)\/)?(?:(.*):)?(.*)$/.exec(text) ?? []
  return { ...declaration(name), ...(chunk && { chunk }), ...(key && { key }) }
}

t.test('a small module is one file', async (t) => {
  const text =
    "// header\nimport type { Contract } from 'fastify-contract/codegen'\n\ntype A\n\ntype B\n"
  t.same(layOut(module, [declaration('A', ['B', 'Contract']), declaration('B')]), [
    { name: 'types.ts', text },
  ])
})

t.test('a large one is several, behind one that exports them all', async (t) => {
  const entries = [
    { ...declaration('Con', ['Box', 'Con', 'Ant']), chunk: 'c' },
    { ...declaration('Box', ['Con', 'Bar']), chunk: 'b' },
    { ...declaration('Bar'), chunk: 'b' },
    { ...declaration('Ant'), chunk: 'a' },
  ]
  const files = layOut(
    {
      ...module,
      footer: ({ file }) => [new Code(`// end of ${file}\n`)],
      index: (groups) => [new Code(`// ${groups.length} groups\n`, new Set(['Contract']))],
    },
    entries,
    4,
  )
  t.same(Object.fromEntries(files.map(({ name, text }) => [name, text])), {
    'types.ts':
      "// header\nimport type { Contract } from 'fastify-contract/codegen'\n\nexport type * from './types/a.js'\nexport type * from './types/b.js'\nexport type * from './types/c.js'\n\n// 3 groups\n",
    'types/a.ts': '// header\n\ntype Ant\n\n// end of a\n',
    'types/b.ts':
      "// header\nimport type { Con } from './c.js'\n\ntype Box\n\ntype Bar\n\n// end of b\n",
    'types/c.ts':
      "// header\nimport type { Ant } from './a.js'\nimport type { Box } from './b.js'\n\ntype Con\n\n// end of c\n",
  })
})

t.test('what runs is exported and imported as values', async (t) => {
  const entries = [
    { ...declaration('A', ['B']), chunk: 'a' },
    { ...declaration('B'), chunk: 'b' },
  ]
  const [index, a] = layOut({ ...module, typesOnly: false }, entries, 2)
  t.match(index?.text, "export * from './types/a.js'\n")
  t.match(a?.text, "import { B } from './b.js'\n")
})

t.test('a long import is filled', async (t) => {
  const names = Array.from({ length: 30 }, (_, index) => `SomeName${index}`)
  const entries = [
    { ...declaration('A', names), chunk: 'a' },
    ...names.map((name) => ({ ...declaration(name), chunk: 'b' })),
  ]
  const text = layOut(module, entries, 60).find(({ name }) => name === 'types/a.ts')?.text ?? ''
  t.match(text, /^import type \{\n {2}SomeName0, SomeName1, .*,\n {2}SomeName\d+, [^;]*,\n\} from/m)
  t.ok(text.split('\n').every((line) => line.length <= 100))
})

t.test('no file has a name that Windows keeps for devices', async (t) => {
  t.same(['con', 'com1', 'cons', 'a'].map(fileName), ['con_', 'com1_', 'cons', 'a'])
})

import t from 'tap'
import { Code } from '#toolkit/generator/print/code.js'
import type { Declaration } from '#toolkit/generator/print/declaration.js'
import { group } from '#toolkit/generator/print/group.js'
import { fileName, layOut, type Module } from '#toolkit/generator/print/layout.js'

const declaration = (name: string, uses: string[] = [], size = 2): Declaration => ({
  name,
  uses,
  text: `type ${name}\n${'x\n'.repeat(size - 2)}`,
})
const module: Module<Declaration> = {
  name: 'types',
  header: '// header\n',
  target: {
    runtime: 'fastify-contract/codegen',
    language: 'typescript',
    extension: 'js',
    command: '',
  },
  typesOnly: true,
}

t.test('declarations are divided by how their names begin, where they are too many', async (t) => {
  const table: [names: string, limit: number, want: Record<string, string>][] = [
    ['B A', 4, { '': 'B A' }],
    ['B A', 3, { a: 'A', b: 'B' }],
    ['AllB AllA Alm C', 4, { al: 'Alm', all: 'AllB AllA', c: 'C' }],
    ['A AB Ab a', 4, { a: 'A a', ab: 'AB Ab' }],
    ['Bat Bar Bus Bo', 6, { b: 'Bus Bo', ba: 'Bat Bar' }],
    ['Bus Bo Bat', 4, { b: 'Bus Bo', ba: 'Bat' }],
    ['Ba Bb Bc', 4, { b: 'Bb Bc', ba: 'Ba' }],
    ['É _ $ b 植', 2, { _: 'É _ $ 植', b: 'b' }],
    ['', 1, { '': '' }],
  ]
  for (const [names, limit, want] of table) {
    const entries = names.split(' ').flatMap((name) => (name === '' ? [] : [declaration(name)]))
    const got = group(entries, limit).map(({ prefix, declarations }) => [
      prefix,
      declarations.map(({ name }) => name).join(' '),
    ])
    t.same(Object.fromEntries(got), want, names)
  }
})

t.test('a small module is one file', async (t) => {
  const text =
    "// header\nimport type { Contract } from 'fastify-contract/codegen'\n\ntype A\n\ntype B\n"
  t.same(layOut(module, [declaration('A', ['B', 'Contract']), declaration('B')]), [
    { name: 'types.ts', text },
  ])
})

t.test('a large one is several, behind one that exports them all', async (t) => {
  const entries = [
    declaration('Con', ['Box', 'Con', 'Ant']),
    declaration('Box', ['Con', 'Bar']),
    declaration('Bar'),
    declaration('Ant'),
  ]
  const files = layOut(
    {
      ...module,
      footer: ({ prefix }) => [new Code(`// end of ${prefix}\n`)],
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
  const entries = [declaration('A', ['B']), declaration('B')]
  const [index, a] = layOut({ ...module, typesOnly: false }, entries, 2)
  t.match(index?.text, "export * from './types/a.js'\n")
  t.match(a?.text, "import { B } from './b.js'\n")
})

t.test('a long import is filled', async (t) => {
  const names = Array.from({ length: 30 }, (_, index) => `SomeName${index}`)
  const entries = [declaration('A', names), ...names.map((name) => declaration(name))]
  const text = layOut(module, entries, 60).find(({ name }) => name === 'types/a.ts')?.text ?? ''
  t.match(text, /^import type \{\n {2}SomeName0, SomeName1, .*,\n {2}SomeName\d+, [^;]*,\n\} from/m)
  t.ok(text.split('\n').every((line) => line.length <= 100))
})

t.test('no file has a name that Windows keeps for devices', async (t) => {
  t.same(['con', 'com1', 'cons', 'a'].map(fileName), ['con_', 'com1_', 'cons', 'a'])
})

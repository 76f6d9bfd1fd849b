import t from 'tap'
import type { Declaration } from '#toolkit/generator/print/code.js'
import { divided, fileName, filled } from '#toolkit/generator/print/file-division.js'

const declaration = (name: string, uses: string[] = [], size = 2): Declaration => ({
  name,
  uses,
  text: `type ${name}\n${'x\n'.repeat(size - 2)}`,
})

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

t.test('no file has a name that Windows keeps for devices', async (t) => {
  t.same(['con', 'com1', 'cons', 'a'].map(fileName), ['con_', 'com1_', 'cons', 'a'])
})

t.test('the names of a long import fill their lines', async (t) => {
  const names = Array.from({ length: 30 }, (_, index) => `SomeName${index}`)
  const [first, ...others] = filled(names).split('\n')
  t.match(first, /^ {2}SomeName0, SomeName1, .*,$/)
  t.ok(others.length > 1 && others.every((line) => /^ {2}\S.{20,97}$/.test(line)))
})

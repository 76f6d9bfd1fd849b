import t from 'tap'
import { type ChunkUser, chunksOf, withChunks } from '#toolkit/generator/emit/chunks/chunks.js'
import type { Operation } from '#toolkit/generator/model/model.js'
import type { Declaration } from '#toolkit/generator/print/code.js'

const declaration = (name: string, ...uses: string[]): Declaration => ({
  name,
  text: `${name}\n`,
  uses,
})

t.test('chunks are tags, or the first significant segments of paths', async (t) => {
  const table: [operations: [path: string, tag?: string][], want: (string | undefined)[]][] = [
    [
      [
        ['/a', 'Plants'],
        ['/b', 'Plants'],
        ['/c', 'Plants'],
      ],
      ['Plants', 'Plants', 'Plants'],
    ],
    [
      [['/api/v1/pots/{id}'], ['/v2.1/pots'], ['/pots/x']],
      ['pots', 'pots', 'pots'],
    ],
    [
      [['/a'], ['/b'], ['/c'], ['/d']],
      [undefined, undefined, undefined, undefined],
    ],
    [[['/{id}']], [undefined]],
  ]
  for (const [operations, want] of table) {
    const all = operations.map(([path, tag]) => ({ path, tags: tag === undefined ? [] : [[tag]] }))
    t.same(chunksOf(all as unknown as Operation[]), want)
  }
})

t.test('a declaration is in the chunk of the operations that use it', async (t) => {
  const operation = (chunk: string, name: string, ...uses: string[]): ChunkUser => ({
    ...declaration(name, ...uses),
    chunk,
  })
  const operations = [
    operation('repos', 'ReposGet', 'Repo', 'Full'),
    operation('repos', 'ReposList', 'Repo'),
    operation('teams', 'TeamsGet', 'Team'),
    operation('teams', 'TeamsList', 'Team', 'Page'),
    operation('users', 'UsersList', 'Page', 'json'),
  ]
  const declarations = [
    ...[declaration('Repo', 'Leaf'), declaration('Full', 'Deep', 'All'), declaration('Deep')],
    ...[declaration('Team', 'All'), declaration('Page', 'Under'), declaration('Under')],
    ...[declaration('All', 'Circle'), declaration('Circle', 'All'), declaration('Nobody')],
    declaration('Leaf'),
  ]
  const found = withChunks(operations, declarations)
  t.same(Object.fromEntries(found.map(({ name, chunk, key }) => [name, `${chunk} ${key ?? ''}`])), {
    ...{ Repo: 'repos ', Leaf: 'repos ', Full: 'repos ReposGet', Deep: 'repos ReposGet' },
    ...{ Team: 'teams ', Page: 'shared ', Under: 'shared ', All: 'shared ' },
    ...{ Circle: 'shared ', Nobody: 'shared ' },
  })
  const without = withChunks([declaration('Get', 'Repo')], declarations)
  t.same([without[0]?.chunk, without[0]?.key], [undefined, 'Get'])
})

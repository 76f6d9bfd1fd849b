import t from 'tap'
import { byArea } from '#toolkit/generator/emit/chunks/chunks.js'
import { leaders } from '#toolkit/generator/emit/chunks/dominators.js'
import type { Declaration } from '#toolkit/generator/print/declaration.js'

const entry = (name: string, ...uses: string[]): Declaration => ({ name, text: `${name}\n`, uses })

t.test('what is used stands with those who use it', async (t) => {
  const operations = [
    ...[entry('ReposGet', 'Repo', 'Full'), entry('ReposList', 'Repo'), entry('TeamsGet', 'Team')],
    ...[entry('TeamsList', 'Team', 'Page'), entry('UsersGet', 'User'), entry('UsersList', 'Page')],
    ...[
      entry('OrgsGet'),
      entry('OrgsList'),
      ...Array.from({ length: 12 }, (_, n) => entry(`Z${n}`, 'All')),
    ],
  ]
  const others = [
    ...[
      entry('Repo', 'User'),
      entry('Full', 'Deep'),
      entry('Deep'),
      entry('Team'),
      entry('User', 'All'),
    ],
    ...[entry('Page'), entry('All', 'Circle'), entry('Circle', 'All'), entry('Nobody')],
  ]
  const found = byArea('', operations, others)
  t.same(Object.fromEntries(found.slice(0, others.length).map(({ name, key }) => [name, key])), {
    ...{ Repo: 'repos', Full: 'reposget', Deep: 'reposget', Team: 'teams' },
    ...{ User: '_User', Page: '_Page', All: '_All', Circle: '_All', Nobody: '_Nobody' },
  })
  t.same(found.slice(others.length), operations)
})

t.test('an area of most operations is none', async (t) => {
  const operations = Array.from({ length: 8 }, (_, n) => entry(`Get${n}`, ...(n < 2 ? ['A'] : [])))
  t.equal(byArea('', operations, [entry('A')])[0]?.key, '_A')
})

t.test('what is used from several sides stands alone, with what only it leads to', (t) => {
  const others = [
    ...[entry('Circle1', 'Circle2', 'Leaf'), entry('Circle2', 'Circle3'), entry('Leaf', 'Deep')],
    ...[entry('Circle3', 'Circle1', 'Both'), entry('Deep', 'Deeper', 'Leaf'), entry('Deeper')],
    ...[entry('Root', 'Circle1', 'Both', 'Own'), entry('Both', 'Circle2'), entry('Own', 'Own')],
    ...[entry('Lost1', 'Lost2'), entry('Lost2', 'Lost1')],
  ]
  const leaderOf = leaders([entry('Get', 'Root'), entry('List', 'Circle3')], others)
  t.same(Object.fromEntries(others.map(({ name }) => [name, leaderOf(name)])), {
    ...{ Root: 'Root', Circle3: 'Circle3', Both: 'Both', Circle1: 'Circle1', Circle2: 'Circle2' },
    ...{ Leaf: 'Circle1', Deep: 'Circle1', Deeper: 'Circle1', Own: 'Root' },
    ...{ Lost1: 'Lost1', Lost2: 'Lost2' },
  })
  t.end()
})

import t from 'tap'
import { byArea } from '../../../scripts/generate/emit/lazy/areas.js'
import type { Entry } from '../../../scripts/generate/emit/print/group.js'

const entry = (name: string, ...uses: string[]): Entry => ({ name, text: `${name}\n`, uses })

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
    ...{ User: '_User', Page: '_Page', All: '_', Circle: '_', Nobody: '_Nobody' },
  })
  t.same(found.slice(others.length), operations)
})

t.test('an area of most operations is none', async (t) => {
  const operations = Array.from({ length: 8 }, (_, n) => entry(`Get${n}`, ...(n < 2 ? ['A'] : [])))
  t.equal(byArea('', operations, [entry('A')])[0]?.key, '_A')
})

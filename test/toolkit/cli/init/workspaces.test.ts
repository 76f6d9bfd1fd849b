import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { workspaceNotes } from '#toolkit/cli/init/package-manager.js'
import { workshop } from './workshop.js'

const PNPM = 'pnpm-workspace.yaml'
const npm = (workspaces: unknown) => ({ 'package.json': JSON.stringify({ workspaces }) })

/** Files of a root of workspaces, a folder there, and what is wrong with it as a member. */
const cases: [files: Record<string, string>, member: string, missing: string | undefined][] = [
  [npm(['packages/*']), 'packages/api', undefined],
  [npm(['./packages/api/']), 'packages/api', undefined],
  [npm(['packages/*']), 'apps/api', '../../package.json'],
  [npm(['packages/*']), 'packages/a/b', '../../../package.json'],
  [npm(['packages/**']), 'packages/a/b', undefined],
  [npm(['**/api']), 'api', undefined],
  [npm(['{apps,libs}/a?i']), 'libs/api', undefined],
  [npm({ packages: ['apps/*'] }), 'apps/api', undefined],
  [npm({ packages: ['apps/*', '!apps/api'] }), 'apps/api', '../../package.json'],
  [npm(['a.i']), 'api', '../package.json'],
  [npm('packages/*'), 'apps/api', undefined],
  [npm(['packages/*']), '.cache/api', undefined],
  [{ [PNPM]: 'packages: [apps/*]', ...npm(['libs/*']) }, 'apps/api', undefined],
  [{ [PNPM]: 'packages: [apps/*]' }, 'libs/api', `../../${PNPM}`],
  [{ [PNPM]: '- [' }, 'libs/api', undefined],
]

t.test('a member that the root of workspaces does not have is said', async (t) => {
  for (const [files, member, missing] of cases) {
    // A list that the folder is in ends the search.
    const root = path.join(t.testdir({ ...npm(['root']), root: files }), 'root')
    const lines = workspaceNotes(path.join(root, member))
    const want = `${missing}: its workspaces do not have ${member}; add it, so that it is installed with them`
    const own = lines.filter((line) => line.includes(`have ${member};`))
    t.same(own, missing === undefined ? [] : [want], `${member} of ${JSON.stringify(files)}`)
  }
})

t.test('the root of workspaces is said to be one, with the command for a member', async (t) => {
  const says = (files: Record<string, string>) => workspaceNotes(t.testdir(files))
  const want = (file: string) => [
    `${file}: is the root of workspaces; for a member of its own run npx fastify-contract init --dir packages/NAME`,
  ]
  t.same(says(npm(['packages/*'])), want('package.json'))
  t.same(says({ [PNPM]: 'packages: [packages/*]' }), want(PNPM))
  t.same(says({ ...npm(['root']), [PNPM]: 'packages: [packages/**]' }), want(PNPM))
  t.same(says(npm([])), [])
})

t.test('init says what the root of workspaces lacks, and uses its package manager', async (t) => {
  const { root, init } = workshop(t)
  const above = { workspaces: ['packages/*'], packageManager: 'yarn@4.1.0' }
  await writeFile(path.join(root, '../package.json'), JSON.stringify(above))
  const { out } = await init()
  t.match(
    out.filter((line) => line.startsWith('! ../')).join('\n'),
    /^! \.\.\/package\.json: .* mine;/,
  )
  t.match(out.join('\n'), / && yarn run dev/)
})

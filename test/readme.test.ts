import { readFileSync } from 'node:fs'
import path from 'node:path'
import { errors as contractErrors, statusOf } from 'fastify-contract'
import t from 'tap'
import { usage } from '#toolkit/cli/generate/help.js'
import { OPTIONS, type Option } from '#toolkit/cli/generate/options.js'
import { BENCHES } from '../scripts/bench.js'
import { errors } from '../src/index.js'
import { ROOT, typeCheck, writeFiles } from './helpers/tsc.js'
import { settingsTable } from './server/settings-table.js'

const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8')

/** What each package says of itself. */
const packages = ['.', 'src/toolkit'].map((folder) => ({
  folder,
  readme: read(path.join(folder, 'README.md')),
  manifest: JSON.parse(read(path.join(folder, 'package.json'))),
}))
const [store, toolkit] = packages as [(typeof packages)[0], (typeof packages)[0]]

t.test('the configuration table is the settings', async (t) => {
  t.ok(store.readme.includes(settingsTable().trim()), settingsTable())
})

t.test('the table of options is the options of the generator', async (t) => {
  const rows = Object.entries<Option>(OPTIONS).map(([name, option]) => {
    const fallback = option.default === undefined ? 'none' : `\`${option.default}\``
    return `| \`${usage(name, option)}\` | ${fallback} | ${option.meaning} |\n`
  })
  const head = '| Option of `fastify-contract generate` | Default | Meaning |\n|---|---|---|\n'
  const table = `${head}${rows.join('')}\n`
  t.ok(toolkit.readme.includes(table), table)
})

/** The rows of a table of errors. */
function told(readme: string) {
  const rows = readme.matchAll(/^\| (\d{5}) \| (\d{3}) \| `(\w+)` \| (.*?) \| (.+) \|$/gm)
  return [...rows].map(([, error, status, name, message]) => ({
    name,
    error: Number(error),
    status: Number(status),
    message,
  }))
}

t.test('the error tables are the errors, both ways', async (t) => {
  const known = Object.entries(errors)
    .map(([name, row]) => ({ name, ...row, status: statusOf(row) }))
    .sort((a, b) => a.error - b.error)
  const isToolkits = ({ name }: { name: string }) => Object.hasOwn(contractErrors, name)
  t.same(told(toolkit.readme), known.filter(isToolkits))
  t.same(
    told(store.readme),
    known.filter((row) => !isToolkits(row)),
  )
  const codes = known.map(({ error }) => error)
  t.equal(new Set(codes).size, codes.length, 'no code stands for two things')
})

t.test('the commands of the README exist', async (t) => {
  const commands = [...store.readme.matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g)]
  t.ok(commands.length > 0)
  for (const [command, script, short] of commands)
    t.ok(store.manifest.scripts[script ?? short ?? ''], command)
})

for (const { folder, readme, manifest } of packages) {
  t.test(`each run-time dependency of ${folder} has its reason`, async (t) => {
    const [, reasons = ''] = readme.split('Run-time dependencies, ')
    const names = Object.keys(manifest.dependencies)
    t.equal(Number.parseInt(reasons, 10), names.length)
    for (const name of names) t.match(reasons, `\`${name}\``)
  })
}

t.test('nothing that runs is installed by a script', async (t) => {
  const lock = JSON.parse(read('package-lock.json'))
  const packages = Object.entries<Record<string, boolean>>(lock.packages)
  const running = packages.filter(([, { dev, devOptional }]) => !dev && !devOptional)
  t.ok(running.length > 10)
  t.same(
    running.flatMap(([name, { hasInstallScript }]) => (hasInstallScript ? name : [])),
    [],
  )
})

t.test('the table of benchmarks is the benchmarks', async (t) => {
  const rows = Object.entries(BENCHES).map(([name, { about }]) => `| \`${name}\` | ${about} |\n`)
  t.ok(
    store.readme.includes(`| benchmark | measures |\n|---|---|\n${rows.join('')}\n`),
    rows.join(''),
  )
})

t.test('the host in the README compiles', async (t) => {
  const [, example = ''] = /```ts\n(import Fastify[\s\S]*?)```/.exec(store.readme) ?? []
  const folder = t.testdir()
  const up = path.relative(folder, ROOT)
  const text = example
    .replace("'plant-store/store/sqlite'", `'${up}/src/store/sqlite.js'`)
    .replace("'plant-store'", `'${up}/src/index.js'`)
  await writeFiles(folder, [{ name: 'host.ts', text }])
  t.same(await typeCheck(folder), [])
})

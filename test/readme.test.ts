import { readFileSync } from 'node:fs'
import path from 'node:path'
import { statusOf } from 'fastify-contract'
import t from 'tap'
import { usage } from '#toolkit/cli/generate/help.js'
import { OPTIONS, type Option } from '#toolkit/cli/generate/options.js'
import { BENCHES } from '../scripts/bench.js'
import { errors } from '../src/index.js'
import { ROOT, typeCheck, writeFiles } from './helpers/tsc.js'
import { settingsTable } from './server/settings-table.js'

const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8')
const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))

t.test('the configuration table is the settings', async (t) => {
  t.ok(readme.includes(settingsTable().trim()), settingsTable())
})

t.test('the table of options is the options of the generator', async (t) => {
  const rows = Object.entries<Option>(OPTIONS).map(([name, option]) => {
    const fallback = option.default === undefined ? 'none' : `\`${option.default}\``
    return `| \`${usage(name, option)}\` | ${fallback} | ${option.meaning} |\n`
  })
  const head = '| Option of `npm run generate --` | Default | Meaning |\n|---|---|---|\n'
  const table = `${head}${rows.join('')}\n`
  t.ok(readme.includes(table), table)
})

t.test('the error table is the errors, both ways', async (t) => {
  const rows = [...readme.matchAll(/^\| (\d{5}) \| (\d{3}) \| `(\w+)` \| (.*?) \| (.+) \|$/gm)]
  const told = rows.map(([, error, status, name, message]) => ({
    name,
    error: Number(error),
    status: Number(status),
    message,
  }))
  const known = Object.entries(errors).map(([name, row]) => ({
    name,
    ...row,
    status: statusOf(row),
  }))
  const byCode = (a: { error: number }, b: { error: number }) => a.error - b.error
  t.same(told, known.sort(byCode))
  const codes = known.map(({ error }) => error)
  t.equal(new Set(codes).size, codes.length, 'no code stands for two things')
})

t.test(
  'the commands of the README exist, and each run-time dependency has its reason',
  async (t) => {
    const commands = [...readme.matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g)]
    t.ok(commands.length > 0)
    for (const [command, script, short] of commands)
      t.ok(manifest.scripts[script ?? short ?? ''], command)
    const [, reasons = ''] = readme.split('Run-time dependencies, ')
    const names = Object.keys(manifest.dependencies)
    t.equal(Number.parseInt(reasons, 10), names.length)
    for (const name of names) t.match(reasons, `\`${name}\``)
  },
)

t.test('nothing that runs is installed by a script', async (t) => {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'))
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
  t.ok(readme.includes(`| benchmark | measures |\n|---|---|\n${rows.join('')}\n`), rows.join(''))
})

t.test('the host in the README compiles', async (t) => {
  const [, example = ''] = /```ts\n(import Fastify[\s\S]*?)```/.exec(readme) ?? []
  const folder = t.testdir()
  const up = path.relative(folder, ROOT)
  const text = example
    .replace("'plant-store/store/sqlite'", `'${up}/src/store/sqlite.js'`)
    .replace("'plant-store'", `'${up}/src/index.js'`)
  await writeFiles(folder, [{ name: 'host.ts', text }])
  t.same(await typeCheck(folder), [])
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { errors as contractErrors, statusOf } from 'fastify-contract'
import t from 'tap'
import { type Options, usage } from '#toolkit/cli/arguments/option.js'
import { COMMANDS } from '#toolkit/cli/commands.js'
import { OPTIONS } from '#toolkit/cli/generate/options.js'
import { BENCHES } from '../scripts/bench.js'
import { errors } from '../src/index.js'
import { ROOT, typeCheck, writeFiles } from './helpers/tsc.js'
import { LESSONS } from './helpers/tutorial.js'
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

t.test('the table of commands is the commands of the toolkit', async (t) => {
  const rows = COMMANDS.map(({ name, usage, summary }) => {
    const words = usage === '[OPTION]...' ? name : `${name} ${usage.split(' ')[0]}`
    return `| \`npx fastify-contract ${words}\` | ${summary} |\n`
  })
  const table = `| Command | Does |\n|---|---|\n${rows.join('')}\n`
  t.ok(toolkit.readme.includes(table), table)
})

/** What a command has of `generate` is told there. */
function isShared([name, option]: [string, Options[string]]): boolean {
  return (OPTIONS as Options)[name] === option
}

for (const { name, options } of COMMANDS) {
  t.test(`the table of options of ${name} is its options`, async (t) => {
    const all = Object.entries(options)
    const own = name === 'generate' ? all : all.filter((each) => !isShared(each))
    if (own.length === 0) return
    const shared = name === 'generate' ? [] : all.filter(isShared)
    const also = shared.map(([each]) => `\`--${each}\``).join(', ')
    const beside = also === '' ? '' : `, beside ${also}`
    const head = `| Option of \`fastify-contract ${name}\`${beside} | Default | Meaning |\n|---|---|---|\n`
    const rows = own.map(([option, row]) => {
      const fallback = row.default === undefined ? 'none' : `\`${row.default}\``
      return `| \`${usage(option, row)}\` | ${fallback} | ${row.meaning} |\n`
    })
    const table = `${head}${rows.join('')}\n`
    t.ok(toolkit.readme.includes(table), table)
  })
}

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

t.test('the tutorial of the README is the one whose edits are tested', async (t) => {
  const [lesson, removal] = LESSONS
  t.equal(lesson?.edits.length, 3)
  t.ok(store.readme.includes(`${lesson?.text}\n`), String(lesson?.text))
  const method = removal?.edits.find(({ file }) => file === 'src/store/sqlite/methods.ts')
  t.ok(
    store.readme.includes(`\n\n${'```'}ts\n${method?.text.trimEnd()}\n${'```'}\n`),
    String(method?.text),
  )
})

t.test('what the edits of the tutorial say where to go is there', async (t) => {
  for (const { file, line } of LESSONS[0]?.edits ?? []) {
    const lines = read(file).split('\n')
    t.equal(lines.filter((each) => each.trim() === line).length, 1, `${file}: ${line}`)
  }
})

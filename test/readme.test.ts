import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { BENCHMARKS } from '../scripts/bench.js'
import { TOOLKIT_PAGES } from './helpers/readme.js'
import { ROOT, typeCheck, writeFiles } from './helpers/tsc.js'
import { LESSONS } from './helpers/tutorial.js'

const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8')

/** The README and the package.json of each package. */
const packages = ['.', 'src/toolkit'].map((folder) => ({
  folder,
  readme: read(path.join(folder, 'README.md')),
  manifest: JSON.parse(read(path.join(folder, 'package.json'))),
}))

const store = packages[0] as (typeof packages)[0]
/** What a developer of the plant store reads. */
const code = read('src/README.md')

/** The most words that somebody reads before he tries something. */
const MOST_WORDS: Readonly<Record<string, number>> = { '.': 900, 'src/toolkit': 1_500 }

for (const { folder, readme } of packages) {
  t.test(`the README of ${folder} is short`, async (t) => {
    const words = readme.split(/\s+/).length
    t.ok(words <= Number(MOST_WORDS[folder]), `${words} words`)
  })
}

t.test('the README of the toolkit leads to each page of its guide', async (t) => {
  const [, guide = ''] = packages[1]?.readme.split('\n## Guide\n') ?? []
  const linked = [...guide.matchAll(/^\| \[.+?\]\((guide\/[\w-]+\.md)\) \|/gm)]
  const pages = linked.map(([, page]) => `src/toolkit/${page}`)
  t.same(
    pages.sort(),
    TOOLKIT_PAGES.filter((name) => name.includes('/guide/')),
  )
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
  const found = running.flatMap(([name, { hasInstallScript }]) => (hasInstallScript ? name : []))
  t.same(found, [])
})

t.test('the table of benchmarks is the benchmarks', async (t) => {
  const rows = Object.entries(BENCHMARKS).map(([name, { about }]) => `| \`${name}\` | ${about} |\n`)
  t.ok(
    read('test/README.md').includes(`| benchmark | measures |\n|---|---|\n${rows.join('')}`),
    rows.join(''),
  )
})

t.test('figures have their date, and the picture has those of its table', async (t) => {
  const readme = read('scripts/bench/README.md')
  t.match(readme, /^Measured on \d{4}-\d\d-\d\d, .* against /m)
  const [, picture = ''] = /!\[.*\]\((.*serve\.svg)\)/.exec(readme) ?? []
  const [, caption = '', table = ''] =
    /^(Measured on \d{4}-\d\d-\d\d with Node .*)\n\n((?:\|.*\n)+)/m.exec(readme) ?? []
  const svg = read(path.join('scripts/bench', picture))
  t.ok(svg.includes(caption.replaceAll('`', '')), caption)
  const [head = '', , ...rows] = table.split('\n').slice(0, -1)
  t.match(head, /^\| server +\| µs per request /)
  for (const row of rows) {
    const [, name = '', time = ''] = row.split('|').map((cell) => cell.trim())
    t.ok(svg.includes(`${name}: ${time} µs`), row)
  }
  t.equal(rows.length, svg.match(/class="bar/g)?.length)
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

t.test('the tutorial of src is the one whose edits are tested', async (t) => {
  const [lesson, removal] = LESSONS
  t.equal(lesson?.edits.length, 3)
  t.ok(code.includes(`${lesson?.text}\n`), String(lesson?.text))
  const method = removal?.edits.find(({ file }) => file === 'src/store/sqlite/methods.ts')
  t.ok(
    read('src/store/README.md').includes(`\n\n${'```'}ts\n${method?.text.trimEnd()}\n${'```'}\n`),
    String(method?.text),
  )
})

t.test('what the edits of the tutorial say where to go is there', async (t) => {
  for (const { file, line } of LESSONS[0]?.edits ?? []) {
    const lines = read(file).split('\n')
    t.equal(lines.filter((each) => each.trim() === line).length, 1, `${file}: ${line}`)
  }
})

t.test('rows for what a developer adds name the files of the tutorial', async (t) => {
  const filesOf = (row: string) => {
    const [line = ''] = code.match(new RegExp(`^\\| ${row} \\|.*$`, 'm')) ?? []
    const links = [...line.matchAll(/\]\(([^)#]+)\)/g)]
    return links.map(([, file = '']) => path.posix.join('src', file))
  }
  const [operation, method] = LESSONS.map(({ edits }) => [
    ...new Set(edits.map(({ file }) => file)),
  ])
  t.same(filesOf('an operation'), operation)
  t.same([...filesOf('an operation'), ...filesOf('a method of the store')].sort(), method?.sort())
})

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { ownVersion } from '#toolkit/cli/process/own-process.js'
import { fixtureText, goldenRows } from '../../../helpers/golden.js'
import { inFull } from '../../../helpers/made.js'
import { tableOf } from '../../../helpers/rows.js'
import { ROOT } from '../../../helpers/tsc.js'
import { workshop } from './workshop.js'

type Files = Record<string, string | Record<string, string | Record<string, string>>>

function documentOf(count: number, more = ''): string {
  const operations = Array.from({ length: count }, (_, at) => `POST /p${at}: {}\n`)
  return inFull(`info: { title: Mine, version: '1' }\n${operations.join('')}${more}`)
}

/** Folders before `init`, and arguments. The golden file has the result for each. */
const folders: [name: string, files: Files, ...args: string[]][] = [
  ...tableOf<[name: string, files: Files, ...args: string[]]>(fixtureText('init/folders.txt')),
  ['a document of 50 operations', { spec: { 'openapi.json': documentOf(50) } }],
  [
    'a document of 51 operations, and a warning',
    { spec: { 'openapi.json': documentOf(51, 'tags: [{}]') } },
  ],
]

/** Documents, which have tests of their own, and secrets. */
const ELSEWHERE = /^(made\/)?(spec\/|\.env$)/
/** The second of many operations and those behind it are like the first one. */
const ALIKE = /p[1-9]\d*(\b|Result)/i

const TEMPLATES = path.join(ROOT, 'src/toolkit/templates')
const AGENTS = '../AGENTS.md'
const HANDLER = /handlers\/(?!index|handler)/

/** Files of one kind have most lines in common. */
function kindOf(file: string): string {
  return path.basename(HANDLER.test(file) ? path.dirname(file) : file).replace(/\.template$/, '')
}

/** The lines of the templates, by the kind of their file. */
function linesOfTemplates(): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>()
  for (const name of [...readdirSync(TEMPLATES, { recursive: true, encoding: 'utf8' }), AGENTS]) {
    if (path.extname(name) === '') continue
    const lines = readFileSync(path.join(TEMPLATES, name), 'utf8').split('\n')
    known.set(kindOf(name), new Set([...(known.get(kindOf(name)) ?? []), ...lines]))
  }
  return known
}

/** What a file is before `init`. */
function given(files: Files | string | undefined, [name, ...rest]: string[]): unknown {
  if (name === undefined || typeof files !== 'object') return files
  return given(files[name] as Files | string | undefined, rest)
}

// Of the report, of each file that is new or changed and of the first handler: the lines that are not in its template
// and that none of its kind had in a row before, and the number of the others.
t.test('the result for a folder, whatever is in it', async (t) => {
  const known = linesOfTemplates()
  const changed = (kind: string, lines: readonly string[]): string[] => {
    const before = known.get(kind) ?? new Set()
    known.set(kind, before)
    const others = lines.filter((line) => !before.has(line) && !ALIKE.test(line))
    const rest = lines.length - others.length
    if (before.size > 0 && others.length > 0 && rest > 0) others.push(`(${rest} more)`)
    for (const line of lines) before.add(line)
    return others
  }
  const rows: [string, string[]][] = []
  for (const [name, files, ...args] of folders) {
    const { root, init, list, read } = workshop(t, files)
    const { code, out, err } = await init(...args.map((each) => each.replaceAll('FOLDER', root)))
    const told = [...out, ...err].map((line) => shown(line, root))
    const result = [...(code === 0 ? [] : [`exit code ${code}`]), ...changed('report', told)]
    const written = list().filter((each) => !ELSEWHERE.test(each))
    const [, ...handlers] = written.filter((each) => HANDLER.test(each))
    for (const file of written) {
      const text = await read(file)
      if (handlers.includes(file) || text === given(files, file.split('/'))) continue
      const lines = changed(kindOf(file), shown(text, root).trimEnd().split('\n'))
      if (lines.length === 0) continue
      const more = / more\)$/.test(lines.at(-1) ?? '') ? ` ${lines.pop()}` : ''
      result.push(`=== ${file}${more}`, ...lines)
    }
    for (const folder of ['', 'src/', 'src/contract/', 'contract/', 'lib/contract/']) {
      const header = await read(`${folder}generated/contract.ts`).catch(() => '')
      // The header: the document and the command.
      const lines = header.split('\n').filter((line) => /^(\/\/|\/\*| \*) .*`/.test(line))
      result.push(...changed('header', lines))
    }
    rows.push([name, result])
  }
  goldenRows(t, 'init/outcomes.txt', rows)
})

function shown(text: string, root: string): string {
  return text
    .replaceAll(root, 'FOLDER')
    .replaceAll(path.relative('.', root), 'FOLDER')
    .replaceAll(ownVersion(), 'VERSION')
    .replace(/(?<=Bearer |user:|: )[\w-]{32}(?=['\s]|$)/g, 'SECRET')
}

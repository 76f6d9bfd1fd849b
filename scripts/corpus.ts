import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { among, CommandError, readValue } from '#toolkit/cli/arguments/arguments.js'
import { FEATURES } from '#toolkit/generator/diagnostics/diagnostics.js'
import { type CorpusResult, checkDocuments } from './corpus/check.js'
import { CORPUS_IGNORED, documentsIn } from './corpus/documents.js'
import { readOptions } from './shared/options.js'
import { ROOT, table } from './shared/tools.js'

const SYNTAX = {
  noun: 'filter',
  usage: 'npm run corpus -- [FILTER] [--dir DIR] [--ignore FEATURE]...',
  options: {
    dir: { type: 'string', default: '../shared/corpus' },
    ignore: { type: 'string', multiple: true, default: CORPUS_IGNORED },
  },
} as const

/** The command `npm run corpus`. Returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const { values, argument: filter = '' } = readOptions(args, SYNTAX)
  const { dir, ignore } = values
  for (const name of ignore) readValue('ignore', name, among(FEATURES))
  const all = await documentsIn(dir).catch(() => [])
  const documents = all.filter(({ id }) => id.includes(filter))
  if (documents.length === 0) {
    const called = filter && ` called ${filter}`
    throw new CommandError(`${dir}: holds no document${called}; name a folder with --dir`)
  }
  const scratch = await makeScratch()
  try {
    const results = await checkDocuments(documents, scratch, { ignore })
    const problems = problemList(results)
    console.log([resultTable(results), ...problems].join('\n'))
    return problems.length === 0 ? 0 : 1
  } finally {
    await rm(scratch, { recursive: true })
  }
}

/** Inside the project, so that generated code finds the runtime; git-ignored. */
async function makeScratch(): Promise<string> {
  const parent = path.join(ROOT, 'data')
  await mkdir(parent, { recursive: true })
  return mkdtemp(path.join(parent, 'corpus-'))
}

const HEAD = ['document', 'operations', 'ms', 'lines', 'warnings', 'result']

/** The table of all documents, and the number without problems. */
export function resultTable(results: readonly CorpusResult[]): string {
  const rows = results.map(({ id, operations, ms, lines, warnings, problems }) => {
    return [id, operations, ms, lines, warnings, verdict(problems)]
  })
  return `${table(HEAD, rows)}\n${summary(results)}`
}

function verdict(problems: readonly string[]): string {
  if (problems.length === 0) return 'ok'
  return problems.length === 1 ? '1 problem' : `${problems.length} problems`
}

function summary(results: readonly CorpusResult[]): string {
  const good = results.filter(({ problems }) => problems.length === 0)
  const count = good.reduce((sum, { operations }) => sum + operations, 0)
  const what = 'generate, compile and have one handler for each operation'
  return `${good.length} of ${results.length} documents ${what} (${count} operations)`
}

/** Most printed problems of one document. */
const MAX_PROBLEMS = 5

/** The first problems of each document. */
export function problemList(results: readonly CorpusResult[]): string[] {
  return results.flatMap(({ id, problems }) => {
    const shown = problems.slice(0, MAX_PROBLEMS).map((problem) => `${id}: ${problem}`)
    const more = problems.length - shown.length
    return more === 0 ? shown : [...shown, `${id}: and ${more} more`]
  })
}

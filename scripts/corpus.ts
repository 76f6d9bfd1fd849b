import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { CommandError } from '#toolkit/cli/arguments/command-error.js'
import { refuseFeatures } from '#toolkit/generator/read/read-model.js'
import { checkDocuments } from './corpus/check.js'
import { documentsIn } from './corpus/documents.js'
import { problemList, resultTable } from './corpus/report.js'
import { readOptions } from './shared/options.js'
import { ROOT } from './shared/tools.js'

const SYNTAX = {
  noun: 'filter',
  usage: 'npm run corpus -- [FILTER] [--dir DIR] [--ignore FEATURE]...',
  options: {
    dir: { type: 'string', default: '../shared/corpus' },
    ignore: { type: 'string', multiple: true, default: [] as string[] },
  },
} as const

/** The command `npm run corpus`. Returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const { values, argument: filter = '' } = readOptions(args, SYNTAX)
  const { dir, ignore } = values
  const refused = refuseFeatures(ignore)
  if (refused !== undefined) throw new CommandError(refused)
  const all = await documentsIn(dir).catch(() => [])
  const documents = all.filter(({ id }) => id.includes(filter))
  if (documents.length === 0) {
    const called = filter && ` called ${filter}`
    throw new CommandError(`${dir}: holds no document${called}; name a folder with --dir`)
  }
  const scratch = await makeScratch()
  try {
    const results = await checkDocuments(documents, scratch, ignore)
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

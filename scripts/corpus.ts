import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { fail } from '#toolkit/cli/arguments/command-error.js'
import { refuseFeatures } from '#toolkit/generator/read/features.js'
import { checkDocuments } from './corpus/check.js'
import { documentsIn } from './corpus/documents.js'
import { problemList, resultTable } from './corpus/report.js'
import { ROOT } from './shared/tools.js'

const USAGE = 'npm run corpus -- [FILTER] [--dir DIR] [--ignore FEATURE]...'

/** The command `npm run corpus`. Returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') return fail(options)
  const { filter, dir, ignore } = options
  const all = await documentsIn(dir).catch(() => [])
  const documents = all.filter(({ id }) => id.includes(filter))
  if (documents.length === 0) {
    return fail(
      `${dir}: holds no document${filter && ` called ${filter}`}; name a folder with --dir`,
    )
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

function readOptions(
  args: readonly string[],
): { filter: string; dir: string; ignore: string[] } | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        dir: { type: 'string', default: '../shared/corpus' },
        ignore: { type: 'string', multiple: true, default: [] },
      },
      allowPositionals: true,
    })
    const [filter = '', ...others] = positionals
    if (others.length > 0) return `one filter at a time, not ${positionals.join(', ')}`
    return refuseFeatures(values.ignore) ?? { filter, ...values }
  } catch (error) {
    return `${(error as Error).message.split('. ')[0]}; usage: ${USAGE}`
  }
}

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateFrom } from '#toolkit/generator/generate.js'
import type { GenerateOptions } from '#toolkit/generator/generate-options.js'
import type { Source } from '#toolkit/generator/load/source.js'
import { ROOT, typeCheck, writeFiles } from './tsc.js'

/** The runtime's entry for generated code. */
const RUNTIME = pathToFileURL(path.join(ROOT, 'src/toolkit/dist/runtime/codegen.js')).href

/** A document and options for which JavaScript has to equal TypeScript without types. */
export interface Subject {
  readonly name: string
  readonly source: Source
}

/** A file that differs, with both texts from the first difference. */
export interface Unlike {
  readonly file: string
  readonly javascript: string
  readonly typescript: string
}

/**
 * Generates from documents in both languages. The compiler takes the types out of the one, and prints
 * the other again, so that neither comments nor layout tell them apart.
 *
 * @param folder - An empty one inside the project.
 * @returns What is not the same, and how many files were compared.
 */
export async function compareLanguages(
  folder: string,
  subjects: readonly Subject[],
  { ignore = ['repeated-parameter', 'unresolved-reference'], ...options }: GenerateOptions = {},
): Promise<{ readonly unlike: Unlike[]; readonly count: number }> {
  for (const { name, source } of subjects) {
    for (const language of ['javascript', 'typescript'] as const) {
      const { files } = generateFrom(source, { ignore, ...options, runtime: RUNTIME, language })
      const code = files.filter((file) => !file.name.endsWith('.json'))
      await writeFiles(path.join(folder, language, name), code)
    }
  }
  await writeFiles(folder, [{ name: 'package.json', text: '{ "type": "module" }' }])
  const emit = { noEmit: false, noCheck: true, noResolve: true, types: [], allowJs: true }
  const plain = { declaration: false, sourceMap: false, inlineSources: false }
  const settings = { ...emit, ...plain, removeComments: true, rootDir: '.', outDir: 'printed' }
  await typeCheck(folder, settings)
  const printed = path.join(folder, 'printed/javascript')
  const names = await readdir(printed, { recursive: true, withFileTypes: true })
  const files = names
    .filter((each) => each.isFile())
    .map((each) => path.relative(printed, path.join(each.parentPath, each.name)))
  const unlike: Unlike[] = []
  for (const file of files) {
    const [javascript, typescript] = await Promise.all(
      ['javascript', 'typescript'].map((language) =>
        readFile(path.join(folder, 'printed', language, file), 'utf8').then(withoutLayout),
      ),
    )
    const difference = firstDifference(file, javascript as string, typescript as string)
    if (difference !== undefined) unlike.push(difference)
  }
  return { unlike, count: files.length }
}

/** JavaScript files that cannot be imported, and the errors. */
export async function loadAll(folder: string): Promise<string[]> {
  const names = await readdir(path.join(folder, 'javascript'), { recursive: true })
  const problems: string[] = []
  for (const name of names.filter((each) => each.endsWith('.js'))) {
    await import(pathToFileURL(path.join(folder, 'javascript', name)).href).catch((error) => {
      problems.push(`${name}: ${error}`)
    })
  }
  return problems
}

/**
 * Code without white space but in strings, without the comma behind the last of a list, and without
 * imports of nothing, which are left of imports of types.
 */
function withoutLayout(code: string): string {
  const tokens = /'(?:\\.|[^'\\])*'|\s+|,(?=\s*[\]})])|^import \{\} from '.*';$/gm
  return code.replace(tokens, (text) => (text.startsWith("'") ? text : ''))
}

function firstDifference(file: string, javascript: string, typescript: string): Unlike | undefined {
  if (javascript === typescript) return undefined
  let at = 0
  while (javascript[at] === typescript[at]) at++
  const near = (text: string) => text.slice(Math.max(0, at - 60), at + 60)
  return { file, javascript: near(javascript), typescript: near(typescript) }
}

import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { DocumentError } from '#toolkit/generator/diagnostics/diagnostics.js'
import { type Generated, generate } from '#toolkit/generator/generate.js'
import { operationsOf } from './count.js'
import type { CorpusDocument } from './documents.js'
import { compareOperations, handlersProbe } from './handlers.js'
import { type Problems, typeCheck } from './type-check.js'

/** What became of one document. */
export interface Result {
  readonly id: string
  /** What the document itself has. */
  readonly operations: number
  /** How long it took to generate, in a process that may have generated others before. */
  readonly ms: number
  /** Of TypeScript. */
  readonly lines: number
  readonly warnings: number
  /** Empty when the document generates, compiles, and has one handler for each operation. */
  readonly problems: readonly string[]
}

/** The settings under which what is generated has to compile, on top of the project's. */
const SETTINGS = [{ exactOptionalPropertyTypes: false }, { exactOptionalPropertyTypes: true }]

/**
 * Generates from documents, each into a folder of its own, and compiles them all together.
 *
 * @param scratch - An empty folder inside the project, so that the runtime is found by its path.
 * @param ignore - Features to leave out, as in `npm run generate -- --ignore FEATURE`.
 */
export async function checkDocuments(
  documents: readonly CorpusDocument[],
  scratch: string,
  ignore: readonly string[] = [],
): Promise<Result[]> {
  const results = new Map<string, Result>()
  for (const [index, document] of documents.entries()) {
    const folder = `${index}-${document.id.replaceAll(/[^\w.-]+/g, '-')}`
    results.set(folder, await check(document, path.join(scratch, folder), ignore))
  }
  const sound = [...results].filter(([, { lines }]) => lines > 0).map(([folder]) => folder)
  const compiled: Problems[] = []
  if (sound.length > 0) {
    for (const options of SETTINGS) compiled.push(await compile(scratch, sound, options))
  }
  const problemsOf = (folder: string) => compiled.flatMap((each) => each.get(folder) ?? [])
  const general = problemsOf('')
  return [...results].map(([folder, result]) => ({
    ...result,
    problems: [
      ...result.problems,
      ...problemsOf(folder),
      ...(sound.includes(folder) ? general : []),
    ],
  }))
}

/** Its problems say under which setting they are. */
async function compile(
  scratch: string,
  folders: readonly string[],
  options: object,
): Promise<Problems> {
  const setting = Object.entries(options).flat().join(' ')
  const problems = await typeCheck(scratch, folders, options)
  return new Map(
    [...problems].map(([folder, lines]) => [folder, lines.map((line) => `${setting}: ${line}`)]),
  )
}

async function check(
  { id, file, root }: CorpusDocument,
  out: string,
  ignore: readonly string[],
): Promise<Result> {
  const started = performance.now()
  const generated = attempt(() => generate(file, { ignore, root }))
  const ms = Math.round(performance.now() - started)
  const counted = attempt(() => operationsOf(file))
  const operations = counted.value?.length ?? 0
  const problems = [...generated.problems, ...counted.problems]
  if (generated.value === undefined || counted.value === undefined) {
    return { id, operations, ms, lines: 0, warnings: 0, problems }
  }
  const { model, warnings } = generated.value
  const lines = await write(out, generated.value)
  problems.push(...compareOperations(counted.value, model.operations))
  return { id, operations, ms, lines, warnings: warnings.length, problems }
}

/** Writes what was generated; returns how many lines of TypeScript that is. */
async function write(out: string, { files, model }: Generated): Promise<number> {
  const probe = { name: 'handlers.probe.ts', text: handlersProbe(model.operations) }
  for (const { name, text } of [...files, probe]) {
    await mkdir(path.dirname(path.join(out, name)), { recursive: true })
    await writeFile(path.join(out, name), text)
  }
  const modules = files.filter(({ name }) => name.endsWith('.ts'))
  return modules.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
}

/** Does the work; where it fails, the problems say why. */
function attempt<T>(work: () => T): { value?: T; problems: string[] } {
  try {
    return { value: work(), problems: [] }
  } catch (error) {
    return { problems: explain(error) }
  }
}

/** What stops the generator is told problem by problem; a fault of its own is one. */
function explain(error: unknown): string[] {
  if (!(error instanceof DocumentError)) return [`failed: ${(error as Error).stack}`]
  const stopping = error.diagnostics.filter(({ family }) => family !== 'warning')
  return new DocumentError(stopping).message.split('\n')
}

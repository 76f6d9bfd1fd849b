import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { DocumentError } from '#toolkit/generator/diagnostics/problems.js'
import { type Generated, generate } from '#toolkit/generator/generate.js'
import type { GenerateOptions } from '#toolkit/generator/generate-options.js'
import { writeFiles } from '../shared/tools.js'
import { CORPUS_IGNORED, type CorpusDocument } from './documents.js'
import { compareOperations, handlersProbe } from './handlers.js'
import { operationsOf } from './operations.js'
import { compile } from './type-check.js'

type CheckOptions = Pick<GenerateOptions, 'ignore' | 'formats'>

export type CorpusResult = Awaited<ReturnType<typeof check>>

/**
 * Generates from each document into a folder of its own, and compiles all folders together.
 *
 * @param scratch - An empty folder inside the project, so that generated code finds the runtime.
 * @param options - Of `generate`, such as the features to leave out.
 */
export async function checkDocuments(
  documents: readonly CorpusDocument[],
  scratch: string,
  options: CheckOptions = {},
): Promise<CorpusResult[]> {
  const results = new Map<string, CorpusResult>()
  for (const [index, document] of documents.entries()) {
    const folder = `${index}-${document.id.replaceAll(/[^\w.-]+/g, '-')}`
    results.set(folder, await check(document, path.join(scratch, folder), options))
  }
  const generated = [...results].filter(([, { lines }]) => lines > 0).map(([folder]) => folder)
  const compiled = generated.length > 0 ? await compile(scratch, generated) : []
  const problemsOf = (folder: string) => compiled.flatMap((each) => each.get(folder) ?? [])
  return [...results].map(([folder, result]) => {
    const general = generated.includes(folder) ? problemsOf('') : []
    return { ...result, problems: [...result.problems, ...problemsOf(folder), ...general] }
  })
}

/**
 * The result for one document: operations in the document itself, milliseconds of generation, lines of
 * TypeScript. It has no problems if it generates, compiles, and has one handler for each operation.
 */
async function check({ id, file, root }: CorpusDocument, out: string, options: CheckOptions) {
  const started = performance.now()
  const generated = attempt(() => generate(file, { ignore: CORPUS_IGNORED, ...options, root }))
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

/** Writes generated files. Resolves with their lines of TypeScript. */
async function write(out: string, { files, model }: Generated): Promise<number> {
  const probe = { name: 'handlers.probe.ts', text: handlersProbe(model.operations) }
  await writeFiles(out, [...files, probe])
  const modules = files.filter(({ name }) => name.endsWith('.ts'))
  return modules.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
}

/** Runs `work`; if it fails, the problems are the reason. */
function attempt<T>(work: () => T): { value?: T; problems: string[] } {
  try {
    return { value: work(), problems: [] }
  } catch (error) {
    return { problems: explain(error) }
  }
}

/** All errors of a document, or one fault of the generator. */
function explain(error: unknown): string[] {
  if (!(error instanceof DocumentError)) return [`failed: ${(error as Error).stack}`]
  const stopping = error.diagnostics.filter(({ family }) => family !== 'warning')
  return new DocumentError(stopping).message.split('\n')
}

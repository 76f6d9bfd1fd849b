import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import t, { type Test } from 'tap'
import { type BenchGenerator, peers } from '../../scripts/bench/generate/generators.js'
import { measureOutput } from '../../scripts/bench/generate/output.js'
import { explainFailure, measure } from '../../scripts/bench/shared/measure.js'
import { CACHE } from '../../scripts/bench/shared/packages.js'
import { type CorpusResult, checkDocuments } from '../../scripts/corpus/check.js'
import type { CorpusDocument } from '../../scripts/corpus/documents.js'
import { operationsOf } from '../../scripts/corpus/operations.js'
import { hasTypedFormat, TYPED_FORMATS } from '../../scripts/corpus/typed-formats.js'
import { resultTable } from '../../scripts/corpus.js'
import { realDocuments } from './real-documents.js'
import { orSkip } from './registry.js'

t.test('real documents generate, compile and have one handler for each operation', async (t) => {
  const documents = await realDocuments(t)
  if (documents === undefined) return
  t.ok(documents.length > 0, 'the manifest lists documents')
  examine(t, await checkDocuments(documents, t.testdir({})), 'real documents')
})

t.test('real documents generate and compile with types for formats', async (t) => {
  const all = await realDocuments(t)
  if (all === undefined) return
  const isTyped = await Promise.all(all.map(hasTypedFormat))
  const documents = all.filter((_, at) => isTyped[at])
  t.ok(documents.length > 0, 'some documents have these formats')
  const results = await checkDocuments(documents, t.testdir({}), { formats: TYPED_FORMATS })
  examine(t, results, 'with typed formats')
})

function examine(t: Test, results: readonly CorpusResult[], what: string): void {
  t.comment(`${what}\n${resultTable(results)}`)
  for (const { id, operations, problems } of results) {
    const diagnostic = { problems: problems.slice(0, 10) }
    t.equal(problems.length, 0, `${id}: ${operations} operations`, diagnostic)
  }
}

/** The reason why another generator's code for a document is not like ours; `undefined` if it is. */
async function failureOf(
  generator: BenchGenerator,
  { file }: CorpusDocument,
  out: string,
): Promise<string | undefined> {
  await mkdir(out, { recursive: true })
  const run = await measure(out, generator.command(file, out))
  if (!run.ok) return explainFailure(run)
  const { tscErrors } = await measureOutput(out, generator)
  if (tscErrors > 0) return `${tscErrors} errors of the compiler`
  const code = await readFile(join(out, 'fastify.gen.ts'), 'utf8').catch(() => '')
  const handlers = code.match(/^ {4}\S+: RouteHandler</gm)?.length ?? 0
  const operations = operationsOf(file).length
  return handlers === operations ? undefined : `${handlers} handlers of ${operations} operations`
}

/** `all` gives hey-api every document; otherwise it gets each tenth one. */
const { HEY_API } = process.env

t.test('hey-api on some of the same documents, for comparison', async (t) => {
  const all = await realDocuments(t)
  if (all === undefined) return
  const generators = await orSkip(t, peers(CACHE), 'hey-api')
  if (generators === undefined) return
  const heyApi = generators.find(({ name }) => name === 'hey-api, fastify') as BenchGenerator
  const documents = HEY_API === 'all' ? all : all.filter((_, index) => index % 10 === 0)
  const scratch = t.testdir({})
  const failures: string[] = []
  for (const document of documents) {
    const failure = await failureOf(heyApi, document, join(scratch, document.id))
    if (failure !== undefined) failures.push(`${document.id}: ${failure}`)
  }
  t.comment(failures.join('\n'))
  const good = documents.length - failures.length
  t.comment(`hey-api: ${good} of ${documents.length} documents generate, compile and have handlers`)
  t.ok(good > 0)
})

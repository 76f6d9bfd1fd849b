import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { tsc } from '#toolkit/cli/project/compiler.js'
import { type TableCell, table } from '../../shared/tools.js'
import { explainFailure, type MeasuredExecution, measure } from '../shared/measure.js'
import { printSummary, summarize, takeTurns } from '../shared/summary.js'
import type { BenchGenerator } from './generators.js'

/** A generator's result for a document, or the reason why there are no figures. */
interface Lap {
  readonly name: string
  readonly result: RaceFigures | string
}

type RaceFigures = Awaited<ReturnType<typeof figures>>

/** Runs generators in turns on a document, each time into an empty folder of `scratch`. */
export async function race(
  generators: readonly BenchGenerator[],
  document: string,
  scratch: string,
  runs: number,
): Promise<Lap[]> {
  const outOf = ({ name }: BenchGenerator) => path.join(scratch, name.replaceAll(/\W+/g, '-'))
  const results = await takeTurns(generators, runs, async (generator) => {
    const out = outOf(generator)
    await rm(out, { recursive: true, force: true })
    await mkdir(out, { recursive: true })
    const measured = await measure(out, generator.command(document, out))
    return measured.ok ? measured : explainFailure(measured)
  })
  const laps: Lap[] = []
  for (const [generator, measured] of results) {
    const isFailure = typeof measured === 'string'
    const result = isFailure ? measured : await figures(measured, outOf(generator), generator)
    laps.push({ name: generator.name, result })
  }
  return laps
}

async function figures(
  measured: readonly MeasuredExecution[],
  out: string,
  generator: BenchGenerator,
) {
  const seconds = summarize(measured.map((each) => each.seconds))
  const megabytes = Math.max(...measured.map((each) => each.megabytes))
  return { seconds, megabytes, ...(await measureOutput(out, generator)) }
}

const HEAD = [
  ...['generator', 'seconds', 'ratio', 'MB', 'ratio', 'lines'],
  ...['unknown', 'any', 'tsc s', 'tsc errors'],
]

/** The laps with their ratios to the reference; failures are listed below. */
export function raceTable(laps: readonly Lap[], reference: string): string {
  const base = laps.find(({ name }) => name === reference)?.result
  const rows = laps.map(({ name, result }) =>
    typeof result === 'string' ? [name, 'failed'] : [name, ...cells(result, base)],
  )
  const failures = laps.flatMap(({ name, result }) =>
    typeof result === 'string' ? [`${name} failed (${result})`] : [],
  )
  return [table(HEAD, rows), ...failures].join('\n')
}

function cells(figures: RaceFigures, base: Lap['result'] | undefined): TableCell[] {
  const { seconds, megabytes, lines, unknown, any, tscSeconds, tscErrors } = figures
  const reference = typeof base === 'object' ? base : undefined
  return [
    printSummary(seconds),
    ratio(seconds.median, reference?.seconds.median),
    Math.round(megabytes),
    ratio(megabytes, reference?.megabytes),
    ...[lines, unknown, any, tscSeconds.toFixed(2), tscErrors],
  ]
}

function ratio(value: number, base: number | undefined): string {
  return base === undefined ? '-' : (value / base).toFixed(2)
}

/** Reads and compiles generated code: its lines, and `unknown` and `any` in its types. */
export async function measureOutput(
  folder: string,
  { types, forNode }: Pick<BenchGenerator, 'types' | 'forNode'>,
) {
  const names = await readdir(folder, { recursive: true })
  const counts = { lines: 0, unknown: 0, any: 0 }
  for (const name of names.filter((each) => each.endsWith('.ts'))) {
    const text = await readFile(path.join(folder, name), 'utf8')
    counts.lines += text.split('\n').length - 1
    if (!types.test(name)) continue
    counts.unknown += countType('unknown', text)
    counts.any += countType('any', text)
  }
  return { ...counts, ...(await compile(folder, forNode)) }
}

/** Occurrences of a type in code, except in comments, strings and names of members. */
export function countType(type: string, text: string): number {
  const other = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g
  const code = text.replace(other, "''")
  return code.match(new RegExp(`(?<![\\w$.])${type}(?![\\w$]|\\??:|\\()`, 'g'))?.length ?? 0
}

const OPTIONS = {
  ...{ target: 'es2023', lib: ['es2023', 'es2024.string'], types: ['node'] },
  ...{ strict: true, noEmit: true, skipLibCheck: true },
}

async function compile(folder: string, forNode: boolean) {
  const modules = forNode ? { module: 'nodenext' } : { module: 'preserve' }
  const config = { compilerOptions: { ...OPTIONS, ...modules }, include: ['**/*.ts'], exclude: [] }
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
  const started = performance.now()
  const { ok, stdout } = await tsc(folder, ['-p', '.', '--pretty', 'false'])
  const tscSeconds = (performance.now() - started) / 1000
  const errors = stdout.match(/\berror TS\d+:/g)?.length ?? 0
  return { tscSeconds, tscErrors: ok ? 0 : Math.max(errors, 1) }
}

import { parseArgs } from 'node:util'
import { fail } from '#toolkit/cli/arguments/command-error.js'
import { benchBoot } from './bench/boot/bench-boot.js'
import { benchGenerate } from './bench/generate/bench-generate.js'
import type { BenchOptions } from './bench/shared/subjects.js'

/** A benchmark, which prints figures and asserts nothing. */
interface Benchmark {
  readonly about: string
  readonly run: (options: BenchOptions) => Promise<void>
}

export type Benchmarks = Readonly<Record<string, Benchmark>>

/** The benchmarks by name. */
export const BENCHMARKS: Benchmarks = {
  boot: {
    about: 'how long a generated contract takes to start beside others, and what memory',
    run: benchBoot,
  },
  generate: {
    about: 'the generator beside others, on giant documents and after an edit',
    run: benchGenerate,
  },
}

const USAGE = 'npm run bench -- NAME [--runs N] [--ignore FEATURE]...'

/** The command `npm run bench`. Returns the exit code. */
export async function main(args: readonly string[], benchmarks = BENCHMARKS): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') return fail(options)
  const { name } = options
  if (name === undefined) {
    for (const [key, { about }] of Object.entries(benchmarks)) console.log(`${key}: ${about}`)
    return 0
  }
  const bench = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined
  if (bench === undefined) {
    return fail(`${name}: is no benchmark; there is ${Object.keys(benchmarks).join(', ')}`)
  }
  await bench.run(options)
  return 0
}

function readOptions(args: readonly string[]): (BenchOptions & { name?: string }) | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        runs: { type: 'string', default: '5' },
        ignore: { type: 'string', multiple: true, default: [] },
      },
      allowPositionals: true,
    })
    const [name, ...others] = positionals
    if (others.length > 0) return `one benchmark at a time, not ${positionals.join(', ')}`
    const runs = Number(values.runs)
    if (!Number.isInteger(runs) || runs < 1) return `--runs ${values.runs}: is no count of runs`
    return { ...(name === undefined ? {} : { name }), runs, ignore: values.ignore }
  } catch (error) {
    return `${(error as Error).message.split('. ')[0]}; usage: ${USAGE}`
  }
}

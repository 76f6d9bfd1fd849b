import { CommandError } from '#toolkit/cli/arguments/arguments.js'
import { benchBoot } from './bench/boot/bench-boot.js'
import { benchGenerate } from './bench/generate/bench-generate.js'
import { benchServe } from './bench/serve/bench-serve.js'
import type { BenchOptions } from './bench/shared/subjects.js'
import { readOptions } from './shared/options.js'

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
  serve: {
    about: 'how much processor time a request takes beside other servers',
    run: benchServe,
  },
}

const SYNTAX = {
  noun: 'benchmark',
  usage: 'npm run bench -- NAME [--runs N] [--ignore FEATURE]...',
  options: {
    runs: { type: 'string', default: '5' },
    ignore: { type: 'string', multiple: true, default: [] as string[] },
  },
} as const

/** The command `npm run bench`. Returns the exit code. */
export async function main(args: readonly string[], benchmarks = BENCHMARKS): Promise<number> {
  const { values, argument: name } = readOptions(args, SYNTAX)
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1) {
    throw new CommandError(`--runs ${values.runs}: is no count of runs`)
  }
  if (name === undefined) {
    for (const [key, { about }] of Object.entries(benchmarks)) console.log(`${key}: ${about}`)
    return 0
  }
  const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined
  if (benchmark === undefined) {
    const names = Object.keys(benchmarks).join(', ')
    throw new CommandError(`${name}: is no benchmark; there is ${names}`)
  }
  await benchmark.run({ runs, ignore: values.ignore })
  return 0
}

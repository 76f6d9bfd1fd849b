import { CommandError } from '#toolkit/cli/arguments/arguments.js'
import { benchBoot } from './bench/boot/bench-boot.js'
import { benchGenerate } from './bench/generate/bench-generate.js'
import { benchMemory } from './bench/memory/bench-memory.js'
import { benchScale } from './bench/scale/bench-scale.js'
import { benchSchemas } from './bench/schemas/bench-schemas.js'
import { benchServe } from './bench/serve/bench-serve.js'
import { benchShapes } from './bench/shapes/bench-shapes.js'
import type { BenchOptions } from './bench/shared/subjects.js'
import { benchStores } from './bench/stores/bench-stores.js'
import { benchWorkers } from './bench/workers/bench-workers.js'
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
  memory: {
    about: 'whether the memory of the server stays flat over ten million requests',
    run: benchMemory,
  },
  scale: {
    about: 'what creates and reads take in stores of many plants, and what the plants take',
    run: benchScale,
  },
  schemas: {
    about: 'validators and serializers of real schemas beside other compilers',
    run: benchSchemas,
  },
  serve: {
    about: 'how much processor time a request takes beside other servers',
    run: benchServe,
  },
  shapes: {
    about: 'how much processor time large requests and responses take beside Fastify by hand',
    run: benchShapes,
  },
  stores: {
    about: 'how many plants each store creates, and one statement per plant over the same driver',
    run: benchStores,
  },
  workers: {
    about: 'how many requests two processes take beside one, and SQLite beside memory',
    run: benchWorkers,
  },
}

const SYNTAX = {
  noun: 'benchmark',
  usage:
    'npm run bench -- NAME [--runs N] [--ignore FEATURE]... [--svg FILE] [--requests N] [--plants N]',
  options: {
    runs: { type: 'string', default: '5' },
    ignore: { type: 'string', multiple: true, default: [] as string[] },
    svg: { type: 'string' },
    requests: { type: 'string' },
    plants: { type: 'string' },
  },
} as const

/** The command `npm run bench`. Returns the exit code. */
export async function main(args: readonly string[], benchmarks = BENCHMARKS): Promise<number> {
  const { values, argument: name } = readOptions(args, SYNTAX)
  const runs = count('runs', values.runs)
  const requests = optionalCount('requests', values.requests)
  const plants = optionalCount('plants', values.plants)
  if (name === undefined) {
    for (const [key, { about }] of Object.entries(benchmarks)) console.log(`${key}: ${about}`)
    return 0
  }
  const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined
  if (benchmark === undefined) {
    const names = Object.keys(benchmarks).join(', ')
    throw new CommandError(`${name}: is no benchmark; there is ${names}`)
  }
  await benchmark.run({ runs, requests, plants, ignore: values.ignore, svg: values.svg })
  return 0
}

function optionalCount(option: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : count(option, text)
}

function count(option: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  throw new CommandError(`--${option} ${text}: is no count of ${option}`)
}

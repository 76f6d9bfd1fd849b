import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate } from '#toolkit/generator/generate.js'
import { ROOT, table, writeFiles } from '../../shared/tools.js'
import { type Load, load } from '../serve/client.js'
import { ServerProcess } from '../serve/server-process.js'
import { CACHE } from '../shared/packages.js'
import type { BenchOptions } from '../shared/subjects.js'
import { printSummary, summarize, takeTurns } from '../shared/summary.js'
import { bytesOf, SHAPES, type Shape } from './requests.js'
import { SERVERS, type ShapeServer } from './servers.js'

/** The requests and times of a benchmark. */
export interface ShapesCourse extends Pick<Load, 'connections'> {
  readonly shapes: readonly Shape[]
  /** The folder of generated code. */
  readonly cache: string
  /** Seconds before the measurement, in which code is compiled. */
  readonly warmUp: number
  readonly seconds: number
}

const COURSE: ShapesCourse = {
  shapes: SHAPES,
  cache: CACHE,
  connections: 64,
  warmUp: 2,
  seconds: 3,
}

/** The document of the shapes. */
export const DOCUMENT = path.join(ROOT, 'scripts/bench/shapes/openapi.yaml')
export const SCRIPT = fileURLToPath(new URL('./server-cli.js', import.meta.url))
const NAMES = Object.keys(SERVERS) as ShapeServer[]

/** Our server beside Fastify with the same schemas: processor time of requests of several shapes. */
export async function benchShapes({ runs }: BenchOptions, course = COURSE): Promise<void> {
  const contract = await generated(course.cache)
  console.log(`\nµs of the processor for each request, ${runs} rounds: median (min-max)`)
  for (const shape of course.shapes) {
    const results = await takeTurns(NAMES, runs, (name) => round(name, contract, shape, course))
    console.log(`\n${shape.name}\n${shapeTable(results)}`)
  }
}

/** Generates the contract as code that runs as it is. */
export async function generated(cache: string): Promise<string> {
  const folder = path.join(cache, 'shapes')
  const { files } = generate(DOCUMENT, { language: 'javascript' })
  const manifest = { name: 'package.json', text: '{"type":"module"}\n' }
  await writeFiles(folder, [...files, manifest])
  return path.join(folder, 'contract.js')
}

async function round(
  name: ShapeServer,
  contract: string,
  shape: Shape,
  { connections, warmUp, seconds }: ShapesCourse,
): Promise<{ readonly processor: number }> {
  const server = await ServerProcess.start(name, contract, SCRIPT)
  try {
    const bytes = bytesOf(shape, server.port)
    const given = { port: server.port, connections, next: () => bytes }
    await load({ ...given, seconds: warmUp })
    const before = await server.usage()
    const { requests } = await load({ ...given, seconds })
    const after = await server.usage()
    return { processor: (after.processor - before.processor) / requests }
  } finally {
    await server.stop()
  }
}

function shapeTable(
  results: ReadonlyMap<ShapeServer, readonly { readonly processor: number }[] | string>,
): string {
  const all = [...results].map(([name, rounds]) => {
    /* c8 ignore next -- no round resolves with a reason */
    if (typeof rounds === 'string') throw new Error(rounds)
    return { name, times: rounds.map(({ processor }) => processor) }
  })
  const medians = all.map(({ times }) => summarize(times).median)
  const rows = all.map(({ name, times }, at) => [
    name,
    printSummary(summarize(times), 1),
    ((medians[at] as number) / (medians[0] as number)).toFixed(2),
    times.map((each) => each.toFixed(1)).join(' '),
  ])
  return table(['server', 'µs per request', 'ratio', 'rounds'], rows)
}

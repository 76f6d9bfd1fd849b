import { load } from '../serve/client.js'
import { createRequest } from '../serve/requests.js'
import { ServerProcess, type Usage } from '../serve/server-process.js'
import type { BenchOptions } from '../shared/subjects.js'
import { explainGrowth } from './trend.js'

/** How a server is watched. */
export interface MemoryCourse {
  readonly connections: number
  /** Seconds from one measurement to the next. */
  readonly seconds: number
  /** How many, unless the options say it. */
  readonly requests: number
}

const COURSE: MemoryCourse = { connections: 64, seconds: 3, requests: 10_000_000 }

/** Plants that are created again and again, so that the store does not grow. */
const PLANTS = 1000

/** Share of the requests in which caches fill and code is compiled. */
const WARM_UP = 0.2

const MEASURES = [
  ['resident', 'megabytes'],
  ['heap', 'heap'],
] as const

interface Sample extends Usage {
  readonly requests: number
}

/** Whether the memory of the server stays flat, with a store in memory that does not grow. */
export async function benchMemory(options: BenchOptions, course = COURSE): Promise<void> {
  const { requests = course.requests } = options
  // Heap is what is left after a collection.
  const server = await ServerProcess.start('ours, memory', '', undefined, ['--expose-gc'])
  try {
    console.log(`\nours, memory: ${requests} requests for ${PLANTS} plants`)
    const samples: Sample[] = []
    for await (const sample of watch(server, requests, course)) {
      samples.push(sample)
      const { megabytes, heap } = sample
      const figures = `${megabytes.toFixed(1)} MB resident, ${heap.toFixed(2)} MB heap`
      console.log(`${String(sample.requests).padStart(10)} requests: ${figures}`)
    }
    const warm = samples.filter((sample) => sample.requests > requests * WARM_UP)
    for (const [name, member] of MEASURES) {
      const points = warm.map((sample) => ({
        requests: sample.requests,
        megabytes: sample[member],
      }))
      console.log(explainGrowth(name, points))
    }
  } finally {
    await server.stop()
  }
}

async function* watch(
  server: ServerProcess,
  requests: number,
  { connections, seconds }: MemoryCourse,
): AsyncGenerator<Sample> {
  const next = createRequest(server.port, PLANTS)
  for (let sent = 0; sent < requests; ) {
    sent += (await load({ port: server.port, connections, seconds, next })).requests
    yield { requests: sent, ...(await server.usage()) }
  }
}

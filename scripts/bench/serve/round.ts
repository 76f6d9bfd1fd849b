import { load } from './client.js'
import { GoProcess } from './go/go-process.js'
import { othersSince } from './noise.js'
import { createRequest } from './requests.js'
import { type RunningServer, ServerProcess } from './server-process.js'
import { GO_SERVER, type MeasuredServer } from './servers.js'

/** How each server is measured. */
export interface RoundCourse {
  readonly connections: number
  /** Seconds before the measurement, in which code is compiled. */
  readonly warmUp: number
  readonly seconds: number
}

/** The measurements of one round. */
export interface Round {
  /** Microseconds of the processor for each request. */
  readonly processor: number
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly megabytes: number
  /** Longest time in which the event loop had no turn, in milliseconds. */
  readonly blocked: number
  /** Cores that other programs took. */
  readonly others: number
}

/** What the servers need. */
export interface Installed {
  /** The folder of the packages of other tools. */
  readonly peers: string
  /** The server in Go. */
  readonly program: string | undefined
}

/** Measures a server; resolves with the reason if it fails. */
export async function measureRound(
  name: MeasuredServer,
  installed: Installed,
  course: RoundCourse,
): Promise<Round | string> {
  try {
    const server = await startServer(name, installed)
    try {
      return await measure(server, course)
    } finally {
      await server.stop()
    }
  } catch (error) {
    return (error as Error).message
  }
}

function startServer(
  name: MeasuredServer,
  { peers, program = '' }: Installed,
): Promise<RunningServer> {
  return name === GO_SERVER ? GoProcess.start(program) : ServerProcess.start(name, peers)
}

async function measure(
  server: RunningServer,
  { connections, warmUp, seconds }: RoundCourse,
): Promise<Round> {
  const given = { port: server.port, connections, next: createRequest(server.port) }
  await load({ ...given, seconds: warmUp })
  const before = await server.usage()
  const others = othersSince()
  const { requests, seconds: taken, times } = await load({ ...given, seconds })
  const after = await server.usage()
  const at = (share: number) => times[Math.floor(times.length * share)] as number
  const processor = after.processor - before.processor
  return {
    processor: processor / requests,
    rate: requests / taken,
    ...{ p50: at(0.5), p99: at(0.99) },
    ...{ megabytes: after.megabytes, blocked: after.blocked },
    others: others(processor),
  }
}

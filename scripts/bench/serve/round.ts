import type { ScriptProcess } from '../shared/script-process.js'
import type { Creates, CreatesResult } from './creates.js'
import { GoProcess } from './go/go-process.js'
import { othersSince } from './noise.js'
import { type RunningServer, ServerProcess } from './server-process.js'
import { GO_SERVER, type MeasuredServer } from './servers.js'

/** The client, in a process of its own. */
export type Client = ScriptProcess<Creates, CreatesResult>

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
  client: Client,
): Promise<Round | string> {
  try {
    const server = await startServer(name, installed)
    try {
      return await measure(server, course, client)
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
  client: Client,
): Promise<Round> {
  const given = { port: server.port, connections }
  await client.ask({ ...given, seconds: warmUp })
  const before = await server.usage()
  const others = othersSince()
  const { requests, rate, p50, p99, client: used } = await client.ask({ ...given, seconds })
  const after = await server.usage()
  const processor = after.processor - before.processor
  return {
    processor: processor / requests,
    ...{ rate, p50, p99 },
    ...{ megabytes: after.megabytes, blocked: after.blocked },
    others: others(processor + used),
  }
}

import { cpus } from 'node:os'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { summarize } from '../shared/summary.js'
import type { Round } from './round.js'

/** The client and the server need a core each; others may take this much of them. */
const TOLERATED_CORES = 0.1

/** Relative difference of a server's rounds. */
const TOLERATED_SPREAD = 0.1

/**
 * Starts to watch the processors. The result tells how many cores were neither idle since then nor busy
 * with this process and with others that took some microseconds. So it counts time that a hypervisor took,
 * and none of the network's, which Node's `cpus()` leaves out.
 */
export function othersSince(): (known: number) => number {
  const started = performance.now()
  const own = process.cpuUsage()
  const before = idle()
  return (known) => {
    const { user, system } = process.cpuUsage(own)
    const told = (user + system + known) / 1000 + idle() - before
    return Math.max(0, cpus().length - told / (performance.now() - started))
  }
}

/** Milliseconds in which processors were idle since the start of the machine. */
function idle(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0)
}

/** A line that says whether other programs disturbed the measurement. */
export function explainNoise(
  servers: readonly (readonly Round[])[],
  cores = cpus().length,
): string {
  const others = summarize(servers.flat().map((round) => round.others)).median
  const spread = summarize(servers.map(spreadOf)).median
  const facts = [
    `other programs took ${others.toFixed(2)} of ${cores} cores`,
    // One round has nothing to differ from.
    ...(spread > 0 ? [`the rounds of a server differ by ${(spread * 100).toFixed(0)} %`] : []),
  ].join(', and ')
  const isNoisy = cores - others < 2 - TOLERATED_CORES || spread > TOLERATED_SPREAD
  if (!isNoisy) return `The machine was quiet: ${facts}.`
  return `Warning: the machine was noisy: ${facts}. ${ADVICE}`
}

const ADVICE =
  'Measure again on a quiet one or with more rounds (--runs); until then compare ratios, not times.'

function spreadOf(rounds: readonly Round[]): number {
  const { median, min, max } = summarize(rounds.map(({ processor }) => processor))
  return (max - min) / median
}

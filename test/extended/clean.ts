import { type ConformOptions, conform, formatReport } from 'fastify-contract/conformance'
import type { Test } from 'tap'

/** Asserts that the kit finds nothing wrong with a correct server, whatever the seed, in so many requests or more. */
export async function isClean(
  t: Test,
  options: ConformOptions,
  seeds: readonly number[],
  least = 1,
): Promise<void> {
  for (const seed of seeds) {
    const report = await conform({ ...options, seed })
    t.equal(report.isClean ? '' : formatReport(report), '', `seed ${seed}`)
    t.ok(report.requests >= least, `${report.requests} requests`)
  }
}

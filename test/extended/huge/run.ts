/** Runs the kit in a process of its own, and tells what it reached and took. */

import process from 'node:process'
import { conform } from 'fastify-contract/conformance'

const [document = '', target = '', time = ''] = process.argv.slice(2)
const token = 'any-token-of-the-mock'
const report = await conform({ document, target, token, time: Number(time) })
const { coverage, requests, time: seconds, isCut } = report
const run = {
  operations: coverage.length,
  tried: coverage.filter(({ seen }) => Object.keys(seen).length > 0).length,
  ...{ requests, seconds, isCut },
  // Most memory of the process.
  megabytes: process.resourceUsage().maxRSS / 1_000,
}
export type Run = typeof run

process.send?.(run, () => process.exit())

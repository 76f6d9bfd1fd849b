/** Runs the kit in a process of its own, and tells what it reached and took. */

import process from 'node:process'
import { conform } from 'fastify-contract/conformance'

/** What a run reached and took. */
export interface Run {
  readonly operations: number
  /** Operations that a request was sent to. */
  readonly tried: number
  readonly requests: number
  readonly seconds: number
  readonly isCut: boolean
  /** Most memory of the process. */
  readonly megabytes: number
}

const [document = '', target = '', time = ''] = process.argv.slice(2)
const token = 'any-token-of-the-mock'
const report = await conform({ document, target, token, time: Number(time) })
const { coverage, requests, time: seconds, isCut } = report
const run: Run = {
  operations: coverage.length,
  tried: coverage.filter(({ seen }) => Object.keys(seen).length > 0).length,
  ...{ requests, seconds, isCut },
  megabytes: process.resourceUsage().maxRSS / 1_000,
}
process.send?.(run, () => process.exit())

import type { ContractName } from '../../toolkit/conformance/servers/kernel/document.js'
import type { Started } from '../../toolkit/conformance/servers/start.js'

/** A server that is tested. */
export interface Subject {
  readonly contract: ContractName
  /** What is wrong, in a sentence; undefined for a correct server. */
  readonly fault: string | undefined
  readonly seed: number
  start(): Promise<Started>
}

export interface Outcome {
  /** Kinds of failures: what is broken, of which operation, with which status. The same again is the same text. */
  readonly failures: readonly string[]
  /** Number of tests that it has run: each makes a request or more. */
  readonly tests: number
  readonly seconds: number
}

export interface Tester {
  readonly name: string
  readonly version: string
  test(contract: ContractName, server: Started, seed: number): Promise<Outcome>
}

/** Seconds for one server, of a tester that takes a limit. */
export const TIME = 10

/** Milliseconds after which a program is ended; what it has printed counts. */
export const PATIENCE = 90_000

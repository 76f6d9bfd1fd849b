import process from 'node:process'
import { execute } from '#toolkit/cli/process/child.js'
import type { ContractName } from '../../toolkit/conformance/servers/kernel/document.js'
import { specmaticJar, VERSIONS } from './programs.js'
import { type Outcome, PATIENCE, type Tester } from './tester.js'
import { inWorkplace } from './workplace.js'

/** It runs for seconds: what compiles and collects for long runs would take more than it gives. */
const VIRTUAL_MACHINE = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

/** Else it waits at the end for a server of its makers. */
const QUIET = { SPECMATIC_DISABLE_TELEMETRY: 'true' }

/**
 * Specmatic, as the settings have it. It takes no limit of time and no seed: it runs as many tests as it makes. For
 * the catalog those are so many that it would not leave the first operation, so it has one for each combination.
 */
export async function specmatic(): Promise<Tester> {
  const jar = await specmaticJar()
  return {
    name: 'Specmatic',
    version: VERSIONS.specmatic,
    test: (contract, server) =>
      inWorkplace(contract, settingsOf(contract), async (folder) => {
        const args = ['-jar', jar, 'test', `--testBaseURL=${server.url}`, '--timeout=5']
        // It takes credentials by the names of their schemes.
        const env = { ...process.env, ...QUIET, ...server.credentials, ...limitsOf(contract) }
        const since = performance.now()
        const { stdout } = await execute('java', [...VIRTUAL_MACHINE, ...args], {
          cwd: folder,
          env,
          timeout: PATIENCE,
        })
        return { ...outcomeOf(stdout), seconds: (performance.now() - since) / 1000 }
      }),
  }
}

function settingsOf(contract: ContractName) {
  const dictionary = `${contract}_dictionary.yaml`
  return {
    'specmatic.yaml': 'specmatic.yaml',
    ...(contract === 'catalog' && { 'document_dictionary.yaml': dictionary }),
  }
}

function limitsOf(contract: ContractName) {
  return contract === 'catalog' ? { MAX_TEST_REQUEST_COMBINATIONS: '1' } : {}
}

const TEST = /^([+-]ve) +Scenario: (\S+ \S+ -> \S+) .*has (SUCCEEDED|FAILED)$/

function outcomeOf(stdout: string): Omit<Outcome, 'seconds'> {
  // The summary at the end has each failure again.
  const blocks = stdout.split(/\n(?=[+-]ve )/).slice(1)
  const tests = blocks.flatMap((block) => {
    const [head = '', ...rest] = block.split('\n')
    const [, kind, scenario, result] = TEST.exec(head) ?? []
    return scenario === undefined ? [] : [{ of: `${kind} ${scenario}`, result, rest }]
  })
  const failures = tests
    .filter(({ result }) => result === 'FAILED')
    .flatMap(({ of, rest }) => reasonsOf(rest).map((reason) => `${of}: ${reason}`))
  return { failures: [...new Set(failures)], tests: tests.length }
}

/** Where the response is wrong, and the status that was not expected; or else what became of the request. */
function reasonsOf(lines: readonly string[]): string[] {
  const reason = lines.slice(
    0,
    lines.findIndex((line) => /^-{10}/.test(line)),
  )
  const places = reason.flatMap((line) => /^ +>> (.*)/.exec(line)?.[1] ?? [])
  const status = /response contained status (\d+)/.exec(reason.join('\n'))?.[1] ?? ''
  if (places.length > 0) return places.map((place) => `${place.replaceAll(/\d+/g, 'n')} ${status}`)
  return [reason.find((line) => /exception|refused|reset|timed? ?out/i.test(line)) ?? 'failed']
}

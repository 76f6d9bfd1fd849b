import { performance } from 'node:perf_hooks'
import { makeFolder } from '../generator/write/write.js'
import type { ConformOptions, RunObserver } from './conform-options.js'
import { TestedContract } from './document/contract.js'
import { checkForbidden, checkSchemes } from './document/named-operations.js'
import { probesOf } from './probes/probes.js'
import { writeCases } from './replay/case-files.js'
import { casesOf } from './replay/cases-of.js'
import { knownKeys } from './report/baseline.js'
import { makeReport } from './report/make-report.js'
import type { Report } from './report/report.js'
import { withToken } from './requests/credentials.js'
import { otherCredentials, primaryCredentials } from './requests/given-credentials.js'
import { checkIdentities } from './requests/identities.js'
import { fetchSecrets } from './requests/secret-source.js'
import { newSeed } from './requests/seed.js'
import { checkBasePath } from './run/base-path.js'
import { Kit } from './run/kit.js'
import type { Probe } from './run/probe.js'
import { runInTurns } from './run/turns.js'
import { type FoundViolation, keyOf } from './run/violation-log.js'
import { paceOf } from './target/pace.js'
import { reach } from './target/reach.js'
import { targetFor } from './target/target-for.js'

/**
 * Proves that a server keeps the contract of an OpenAPI document.
 *
 * ```ts
 * const report = await conform({ document: 'openapi.yaml', target: app, security: { bearerAuth: token } })
 * assert.deepEqual(report.violations, [])
 * ```
 *
 * @throws {DocumentError} with every problem of the document.
 * @throws {TypeError} for an option that is malformed, or names what the document does not have.
 * @throws {UnreachableServer} if no connection to the target can be opened, after `setup`.
 * @throws {MisplacedPaths} if all operations are 404 there, and not below the base path of the document.
 */
export async function conform(options: ConformOptions): Promise<Report> {
  const { document, security = {}, token, seed = newSeed() } = options
  const {
    time = 60,
    requestTime = 5,
    rateLimit = 0,
    baseline = [],
    depth = 'random',
    cases,
  } = options
  const started = performance.now()
  const contract = new TestedContract(document, options)
  checkNames(contract, options)
  const { given, fetched } = await fetchSecrets(security)
  const pace = paceOf(rateLimit, options.signal)
  const target = targetFor(options, fetched, pace)
  const { late = Math.min(2, time / 20), responseTime, signal } = options
  const left = time * 1000 - (performance.now() - started)
  const times = { time: left, requestTime: requestTime * 1000, late: late * 1000 }
  const { forbidden = [], readOnly = false, owners = false, failFast = false } = options
  const known = knownKeys(baseline)
  const isEnough = (each: FoundViolation) => failFast && !each.isFlaky && !known.has(keyOf(each))
  const limits = { ...times, responseTime, signal, isEnough }
  const permissions = { forbidden, readOnly }
  const credentials = withToken(contract, primaryCredentials(given), token)
  const users = { credentials, others: otherCredentials(given) }
  const kit = new Kit({ contract, target, pace, seed, permissions, owners, ...users, ...limits })
  // Before the run: afterwards it would be lost.
  if (cases !== undefined) await makeFolder(cases)
  let unfinished: string[] = []
  try {
    kit.identities.give({ ...options.identities, ...Object(await options.setup?.()) })
    if (typeof options.target === 'string') await reach(options.target, times.requestTime)
    await checkBasePath(kit, typeof options.target !== 'string')
    await kit.prepare()
    unfinished = await runProbes(kit, probesOf(depth), options.observer)
    await kit.cleanUp()
  } finally {
    await options.teardown?.()
    await target.close()
  }
  const taken = (performance.now() - started) / 1000
  if (cases !== undefined) await writeCases(cases, casesOf(kit, known))
  return makeReport(kit, { baseline: known, time: taken, unfinished })
}

/** @throws {UnknownName} for an option that names what the document does not have. */
function checkNames({ model, operations }: TestedContract, options: ConformOptions): void {
  const { shape = {}, security = {}, identities = {}, forbidden = [] } = options
  const { only = [], without = [] } = shape
  checkForbidden(operations, forbidden)
  // Of a part of a document what nothing names is gone.
  if (only.length + without.length > 0) return
  checkSchemes(model, Object.keys(security))
  checkIdentities(operations, Object.keys(identities))
}

async function runProbes(
  kit: Kit,
  probes: readonly Probe[],
  observer: RunObserver | undefined,
): Promise<string[]> {
  const { contract, coverage, violations } = kit
  const of = probes.length * contract.tested.length
  let done = 0
  return runInTurns(kit, probes, ({ name: probe }) => {
    const counts = { requests: coverage.requests, violations: violations.length }
    observer?.progress({ probe, done: ++done, of, ...counts })
  })
}

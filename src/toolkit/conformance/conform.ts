import { performance } from 'node:perf_hooks'
import type { ModelOptions } from '../generator/document-model.js'
import { TestedContract } from './document/contract.js'
import { checkForbidden } from './document/named-operations.js'
import type { Depth } from './probes/depths.js'
import { probesOf } from './probes/probes.js'
import { writeCases } from './replay/case-files.js'
import { casesOf } from './replay/cases-of.js'
import { type KnownViolation, knownKeys } from './report/baseline.js'
import { makeReport } from './report/make-report.js'
import type { Report } from './report/report.js'
import { withToken } from './requests/credentials.js'
import { otherCredentials, primaryCredentials } from './requests/given-credentials.js'
import { type CredentialSources, fetchSecrets } from './requests/secret-source.js'
import { newSeed } from './requests/seed.js'
import { checkBasePath } from './run/base-path.js'
import { Kit } from './run/kit.js'
import type { Probe } from './run/probe.js'
import { runInTurns } from './run/turns.js'
import type { TestedApp } from './target/app-target.js'
import { reach } from './target/reach.js'
import { targetFor } from './target/target-for.js'

/** Listener for the progress of a run. */
export interface RunObserver {
  /** So many of the parts of a run are done; a part is one probe of one operation. */
  progress(now: {
    readonly probe: string
    readonly done: number
    readonly of: number
    readonly requests: number
    readonly violations: number
  }): void
}

/** Options of {@link conform}. */
export interface ConformOptions extends Pick<ModelOptions, 'ignore' | 'root' | 'shape'> {
  /** The OpenAPI document: its file, or the parsed document. */
  readonly document: string | object
  /** The server: its base URL, or a Fastify app, which is not closed. */
  readonly target: string | TestedApp
  /**
   * Where the paths of the document begin in an app.
   *
   * @defaultValue `''`
   */
  readonly prefix?: string
  /**
   * Secrets by the names of security schemes: a token, a key, or `user:password` for `basic`. A list has several
   * credentials of a scheme with their scopes and users: the first one is for valid requests, the others show what
   * the server lets them do. A function fetches the secret, once for the run, and again when the server takes it no
   * more.
   */
  readonly security?: CredentialSources
  /** The secret for each security scheme that has none in `security`. */
  readonly token?: string
  /**
   * The same seed makes the same requests, identities of new things included. Its whole part draws the values, its
   * fraction is where identities begin: a run without a seed draws those of 1, and has identities of its own, so that
   * it finds nothing that an earlier run has left. The report has the seed of a run, which repeats it.
   *
   * @defaultValue 1 and a fraction that tells the time
   */
  readonly seed?: number
  /**
   * Seconds for the whole run.
   *
   * @defaultValue 60
   */
  readonly time?: number
  /**
   * Seconds until a request counts as unanswered.
   *
   * @defaultValue 5
   */
  readonly requestTime?: number
  /**
   * Milliseconds: a response that takes longer, each time that the case is repeated, is a violation.
   *
   * @defaultValue no limit
   */
  readonly responseTime?: number
  /**
   * Seconds that the server may be late with what it shows of what was made or changed.
   *
   * @defaultValue 2, or a twentieth of `time` if that is less
   */
  readonly late?: number
  /**
   * Identities of things that the server has: by a path, `{ '/pets/{petId}': 7 }`, or by the name of a path
   * parameter, `{ petId: 7 }`.
   */
  readonly identities?: Readonly<Record<string, unknown>>
  /**
   * The operations that are tested, by `operationId`, `DELETE /pets/{petId}` or a tag. Others are sent only where
   * these need them: to make what they are about, and to look at what they did.
   *
   * @defaultValue all
   */
  readonly operations?: readonly string[]
  /** Operations that are never sent, by `operationId` or `DELETE /pets/{petId}`. */
  readonly forbidden?: readonly string[]
  /**
   * True: only safe methods are sent (RFC 9110, section 9.2.1).
   *
   * @defaultValue false
   */
  readonly readOnly?: boolean
  /**
   * True: what one user makes is for that user only, so that other users in `security` may neither read nor change it.
   * Otherwise what they may is only noted.
   *
   * @defaultValue false
   */
  readonly owners?: boolean
  /** Runs before the first request; an object that it returns is added to `identities`. */
  setup?(): Promise<unknown>
  /** Runs after the last request. */
  teardown?(): Promise<void>
  /**
   * Violations that are known, by their keys (`key` of a violation): they are counted, not reported. One with a date
   * is so until the end of that day (UTC).
   */
  readonly baseline?: readonly KnownViolation[]
  /**
   * How far the run goes: documented examples and a valid request of each operation, and what of HTTP does not depend
   * on schemas; the edges of each keyword, too; random values besides.
   *
   * @defaultValue `'random'`
   */
  readonly depth?: Depth
  /** A folder for the requests of each violation, in files that {@link replay} sends again; no secret is in them. */
  readonly cases?: string
  /** Ends the run before its time: the report has what was found until then. */
  readonly signal?: AbortSignal
  /** Told what happens meanwhile. */
  readonly observer?: RunObserver
}

/**
 * Proves that a server keeps the contract of an OpenAPI document.
 *
 * ```ts
 * const report = await conform({ document: 'openapi.yaml', target: app, security: { bearerAuth: token } })
 * assert.deepEqual(report.violations, [])
 * ```
 *
 * @throws {DocumentError} with every problem of the document.
 * @throws {TypeError} for an option that is malformed.
 * @throws {UnreachableServer} if no connection to the target can be opened, after `setup`.
 * @throws {MisplacedPaths} if all operations are 404 there, and not below the base path of the document.
 */
export async function conform(options: ConformOptions): Promise<Report> {
  const { document, security = {}, token, seed = newSeed() } = options
  const { time = 60, requestTime = 5, baseline = [], depth = 'random' } = options
  const started = performance.now()
  const contract = new TestedContract(document, options)
  const { given, fetched } = await fetchSecrets(security)
  const target = targetFor(options, fetched)
  const { late = Math.min(2, time / 20), responseTime, signal } = options
  const times = { time: time * 1000, requestTime: requestTime * 1000, late: late * 1000 }
  const limits = { ...times, responseTime, signal }
  const { forbidden = [], readOnly = false, owners = false } = options
  checkForbidden(contract.operations, forbidden)
  const permissions = { forbidden, readOnly }
  const credentials = withToken(contract, primaryCredentials(given), token)
  const users = { credentials, others: otherCredentials(given) }
  const kit = new Kit({ contract, target, seed, permissions, owners, ...users, ...limits })
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
  const known = knownKeys(baseline)
  if (options.cases !== undefined) await writeCases(options.cases, casesOf(kit, known))
  return makeReport(kit, { baseline: known, time: taken, unfinished })
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

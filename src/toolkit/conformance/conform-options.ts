import type { ModelOptions } from '../generator/document-model.js'
import type { Depth } from './probes/depths.js'
import type { KnownViolation } from './report/baseline.js'
import type { CredentialSources } from './requests/secret-source.js'
import type { TestedApp } from './target/app-target.js'

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

/** Options of `conform`. */
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
   * Requests a second that are sent at most. Where the server refuses one with 429 and `Retry-After`, the run waits for
   * as long as that says, if it has the time.
   *
   * @defaultValue no limit
   */
  readonly rateLimit?: number
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
  /**
   * True: the run ends at the first violation, unless that came only sometimes or `baseline` has it.
   *
   * @defaultValue false
   */
  readonly failFast?: boolean
  /** Ends the run before its time: the report has what was found until then. */
  readonly signal?: AbortSignal
  /** Told what happens meanwhile. */
  readonly observer?: RunObserver
}

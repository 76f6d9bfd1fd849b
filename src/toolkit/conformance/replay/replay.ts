import type { ConformOptions } from '../conform-options.js'
import { TestedContract } from '../document/contract.js'
import type { CheckName } from '../judge/checks.js'
import { withToken } from '../requests/credentials.js'
import {
  namedSecrets,
  otherCredentials,
  primaryCredentials,
} from '../requests/given-credentials.js'
import { fetchSecrets } from '../requests/secret-source.js'
import { startNow } from '../requests/seed.js'
import { Masks } from '../secrets/masks.js'
import { paceOf } from '../target/pace.js'
import { targetFor } from '../target/target-for.js'
import { readCases } from './case-files.js'
import { type CaseVerdict, playCase, type ReplayContext } from './play-case.js'

/** Options of {@link replay}; {@link ConformOptions} says what the others mean. */
export interface ReplayOptions
  extends Pick<
    ConformOptions,
    | 'document'
    | 'target'
    | 'prefix'
    | 'security'
    | 'token'
    | 'requestTime'
    | 'rateLimit'
    | 'forbidden'
    | 'readOnly'
    | 'setup'
    | 'teardown'
    | 'ignore'
    | 'root'
    | 'shape'
  > {
  /** A file that `conform` has written by its option `cases`, or a folder of them. */
  readonly cases: string
}

/** A case that was sent again. */
export interface ReplayedCase extends CaseVerdict {
  readonly file: string
  readonly check: CheckName
  /** The fault in a few words. */
  readonly title: string
  /** `POST /plants`; empty where it is of no operation. */
  readonly operation: string
  /** What the case does. */
  readonly what: string
}

/**
 * Sends the requests of violations again, and says which still show them. Things have new identities in each replay,
 * and requests have what the server gives now in the place of what it gave then; nothing is removed afterwards.
 *
 * ```ts
 * const cases = await replay({ document: 'openapi.yaml', target: app, cases: 'cases' })
 * assert.deepEqual(cases.filter(({ verdict }) => verdict === 'fails'), [])
 * ```
 *
 * @throws {DocumentError} with every problem of the document.
 * @throws {TypeError} for an option that is malformed, and a file that is no case.
 */
export async function replay(options: ReplayOptions): Promise<readonly ReplayedCase[]> {
  const { document, security = {}, token, requestTime = 5, rateLimit = 0, cases } = options
  const files = await readCases(cases)
  const contract = new TestedContract(document, options)
  const { given, fetched } = await fetchSecrets(security)
  const credentials = withToken(contract, primaryCredentials(given), token)
  const secrets = namedSecrets({ credentials, others: otherCredentials(given) })
  const pace = paceOf(rateLimit)
  const target = targetFor(options, fetched, pace)
  const { forbidden = [], readOnly = false } = options
  const time = requestTime * 1000
  let start = startNow()
  const context: ReplayContext = {
    ...{ contract, target, masks: new Masks(secrets), secrets: Object.values(credentials) },
    permissions: { forbidden, readOnly },
    send: (request) => pace.send(target, request, time, () => PATIENCE + time),
    newStart: () => (start += 1000),
  }
  const replayed: ReplayedCase[] = []
  try {
    await options.setup?.()
    for (const [file, each] of files) {
      const { check, title, operation, what, isFlaky } = each
      let verdict = await playCase(each, context)
      const times = isFlaky ? MORE : 0
      for (let n = 0; n < times && verdict.verdict !== 'fails'; n++) {
        verdict = await playCase(each, context)
      }
      replayed.push({ file, check, title, operation, what, ...verdict })
    }
  } finally {
    await options.teardown?.()
    await target.close()
  }
  return replayed
}

/** Most milliseconds that a request waits before it is sent: for its turn, or as long as the server says. */
const PATIENCE = 60_000

/** How often a case that failed only sometimes is tried again. */
const MORE = 4

/** Exit code of a command: 0 if no case fails, 1 if one does, 2 if none does and one is unclear. */
export function exitCodeOfReplay(replayed: readonly Pick<ReplayedCase, 'verdict'>[]): 0 | 1 | 2 {
  const has = (verdict: CaseVerdict['verdict']) => replayed.some((each) => each.verdict === verdict)
  return has('fails') ? 1 : has('unclear') ? 2 : 0
}

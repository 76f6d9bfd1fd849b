import type { Contract } from './contract/contract.js'
import type { MissingHandler } from './contract/handler.js'
import type { MakeErrorBody } from './errors/error-body.js'
import { MULTIPART_LIMITS, type MultipartLimits } from './multipart/limits.js'
import type { Serving } from './request/served-operation.js'
import type { ResponseChecks } from './response/sending.js'
import { guardsOf } from './security/guards.js'
import type { SecurityHandlers } from './security/security.js'

/**
 * What a contract needs to be served.
 *
 * @typeParam Missing - What answers operations without a handler; with it, handlers may be left out.
 */
export interface ServeOptions<
  Handlers,
  Scheme extends string,
  Missing extends MissingHandler | undefined = MissingHandler | undefined,
> {
  /** One handler per operation. One that is missing at run time answers 501. */
  readonly handlers: [Missing] extends [MissingHandler] ? Partial<Handlers> : Handlers
  /**
   * Answers the operations that have no handler, a mock, say: `handlers` need not be complete. The
   * compiler sees that of what has a name or is made by a call, not of a function written in place.
   */
  readonly missing?: Missing
  /** One security handler per scheme that the operations ask for. */
  readonly security: SecurityHandlers<Scheme>
  /**
   * What becomes of a request with query parameters that its operation does not document.
   *
   * @defaultValue `'ignore'`
   */
  readonly unknownQuery?: 'ignore' | 'refuse'
  /**
   * What becomes of read-only members in the body of a request: `ignore` leaves them out of what the
   * handler gets, whatever their values are, so that a client may send back what it was sent; `refuse`
   * answers 400 and names each.
   *
   * @defaultValue `'ignore'`
   */
  readonly readOnly?: 'ignore' | 'refuse'
  /**
   * What happens to a response that breaks the contract: `throw` makes it a 500, `log` sends and logs
   * it, `off` does not look. What cannot be sent at all is a 500 in any case; write-only members, which
   * are not to be sent, are left out and logged where the response is sent.
   *
   * @defaultValue `'throw'`, in production too: what the contract does not name may be what nobody
   * was to see.
   */
  readonly responses?: ResponseChecks
  /**
   * What becomes of members of a response's body that the contract does not name: `omit` leaves them
   * out, and names each once in the log; `send` sends them. What a schema opens in so many words is
   * named: by `additionalProperties`, `unevaluatedProperties` or `patternProperties`, or as an object
   * of which no member is named.
   *
   * @defaultValue `'omit'`
   */
  readonly unnamedMembers?: 'omit' | 'send'
  /**
   * Makes the bodies of errors, in the shape that the document declares for them; `problemDetails` is
   * one. Without it they are the standard Error, `{ error, message }`.
   */
  readonly errorBody?: MakeErrorBody
  /**
   * How long a handler may take until it has returned its result, in milliseconds; what is late is
   * answered 503 with `Retry-After`, and told by the handler's `signal`.
   *
   * @defaultValue for as long as it takes
   */
  readonly handlerTimeout?: number
  /** How much of `multipart` bodies is taken. */
  readonly multipart?: Partial<MultipartLimits>
  /**
   * When the operations of a large contract are loaded: each on its first request (`lazy`), or all
   * before the app is ready (`eager`).
   *
   * @defaultValue `'lazy'`
   */
  readonly load?: 'lazy' | 'eager'
}

/**
 * What operations are served with.
 *
 * @throws {TypeError} for options that are wrong.
 */
export function servingOf<Handlers, Scheme extends string>(
  contract: Contract<Handlers, Scheme>,
  options: Omit<ServeOptions<Handlers, Scheme>, 'handlers' | 'missing'>,
): Serving {
  return {
    guards: guardsOf(contract, options.security ?? {}),
    checks: wordOf(contract, options, 'responses', ['throw', 'log', 'off']),
    multipart: { ...MULTIPART_LIMITS, ...options.multipart },
    allowedQuery: allowedQueryOf(contract, options),
    readOnly: wordOf(contract, options, 'readOnly', ['ignore', 'refuse']),
    unnamedMembers: wordOf(contract, options, 'unnamedMembers', ['omit', 'send']),
    load: wordOf(contract, options, 'load', ['lazy', 'eager']),
    errorBody: errorBodyOf(contract, options.errorBody),
    handlerTimeout: handlerTimeoutOf(contract, options.handlerTimeout),
  }
}

/** The options that are one of some words. */
type EnumOptions = Required<
  Pick<
    ServeOptions<unknown, string>,
    'responses' | 'readOnly' | 'unnamedMembers' | 'unknownQuery' | 'load'
  >
>

/** The value of an option; the first of its words where it is not set. */
function wordOf<Name extends keyof EnumOptions>(
  { title }: Contract,
  options: Partial<EnumOptions>,
  name: Name,
  words: readonly EnumOptions[Name][],
): EnumOptions[Name] {
  const given: EnumOptions[Name] | undefined = options[name]
  const value = given === undefined ? (words[0] as EnumOptions[Name]) : given
  if (words.includes(value)) return value
  const all = words.map((word) => `'${word}'`)
  throw new TypeError(`${title}: ${name} is ${all.slice(0, -1).join(', ')} or ${all.at(-1)}`)
}

function handlerTimeoutOf({ title }: Contract, time: number | undefined): number | undefined {
  if (time === undefined || (Number.isInteger(time) && time > 0 && time < 2 ** 31)) return time
  throw new TypeError(`${title}: handlerTimeout is a whole number of milliseconds`)
}

function errorBodyOf(
  { title }: Contract,
  make: MakeErrorBody | undefined,
): MakeErrorBody | undefined {
  if (make === undefined || typeof make === 'function') return make
  throw new TypeError(`${title}: errorBody is a function`)
}

/** What a query may have that no operation documents: keys; any, where nothing is refused. */
function allowedQueryOf(
  contract: Contract,
  options: Partial<EnumOptions>,
): ReadonlySet<string> | undefined {
  const unknownQuery = wordOf(contract, options, 'unknownQuery', ['ignore', 'refuse'])
  if (unknownQuery === 'ignore') return undefined
  return new Set(
    contract.securitySchemes.flatMap((scheme) =>
      scheme.in === 'query' ? (scheme.parameter as string) : [],
    ),
  )
}

import type { Contract } from '../contract/contract.js'
import { schemeHandlersOf } from '../security/authenticate.js'
import type { MultipartLimits, ServeOptions } from './serve-options.js'

export const MULTIPART_LIMITS: MultipartLimits = {
  memory: 1_048_576,
  fieldSize: 1_048_576,
  parts: 1_000,
  headerSize: 16_384,
}

/** Options with a fixed set of values, the default first. */
const VALUES = {
  responses: ['throw', 'log', 'off'],
  unnamedMembers: ['omit', 'send'],
  unknownQuery: ['ignore', 'refuse'],
  load: ['lazy', 'eager'],
  routeSchemas: ['show', 'hide'],
} as const

export type ServeSettings = ReturnType<typeof serveSettings>

/** @throws {TypeError} for wrong options. */
export function serveSettings<Handlers, Scheme extends string>(
  contract: Contract<Handlers, Scheme>,
  options: Omit<ServeOptions<Handlers, Scheme>, 'handlers' | 'missing'>,
) {
  const { title } = contract
  const { errorBody, mapError, handlerTimeout: time } = options
  const schemeHandlers = schemeHandlersOf(contract, options.security ?? {})
  if (time !== undefined && !(Number.isInteger(time) && time > 0 && time < 2 ** 31)) {
    throw new TypeError(`${title}: handlerTimeout is a whole number of milliseconds`)
  }
  for (const [name, value] of Object.entries({ errorBody, mapError })) {
    if (value === undefined || typeof value === 'function') continue
    throw new TypeError(`${title}: ${name} is a function`)
  }
  prepareCodecs(contract)
  const choices = choicesIn(title, options)
  return {
    ...options,
    ...choices,
    schemeHandlers,
    multipart: { ...MULTIPART_LIMITS, ...options.multipart },
    allowedQuery: choices.unknownQuery === 'ignore' ? undefined : queriedKeys(contract),
  }
}

/** A codec that cannot work here ends the start: otherwise each request with its format would be refused. */
function prepareCodecs({ title, codecs = [] }: Contract): void {
  for (const codec of codecs) {
    try {
      codec.prepare?.()
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new TypeError(`${title}: ${why}`, { cause })
    }
  }
}

type Choices = { readonly [Name in keyof typeof VALUES]: (typeof VALUES)[Name][number] }

function choicesIn(title: string, options: Partial<Choices>): Choices {
  const chosen = Object.entries(VALUES).map(([name, values]: [string, readonly string[]]) => {
    const { [name as keyof Choices]: value = values[0] } = options
    if (values.includes(value as string)) return [name, value]
    const all = values.map((each) => `'${each}'`)
    throw new TypeError(`${title}: ${name} is ${all.slice(0, -1).join(', ')} or ${all.at(-1)}`)
  })
  return Object.fromEntries(chosen)
}

/** Names that a query may have beside documented ones: API keys. */
function queriedKeys({ securitySchemes }: Contract): ReadonlySet<string> {
  const queried = securitySchemes.filter((scheme) => scheme.in === 'query')
  return new Set(queried.map(({ parameter }) => parameter as string))
}

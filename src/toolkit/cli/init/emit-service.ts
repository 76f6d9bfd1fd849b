import type { Model } from '../../generator/model/model.js'
import { doc, quote } from '../../generator/print/print.js'
import { PACKAGE } from './package-json.js'

/** Most operations with one file each. */
const MAX_FILES = 50

/** Traits of a contract that decide how its service is written. */
export function serviceTraits(model: Model) {
  const { operations } = model
  const requirements = operations.flatMap(({ security }) => security)
  const isSecured = requirements.some((each) => Object.keys(each).length > 0)
  const types = operations.flatMap(({ responses }) => responses.flatMap(({ content }) => content))
  // Errors are problem details (RFC 9457).
  const hasProblems = types.some(({ mediaType }) => mediaType === 'application/problem+json')
  return { model, isSecured, hasProblems, isLarge: operations.length > MAX_FILES }
}

type ServiceTraits = ReturnType<typeof serviceTraits>

/** `service.ts`: the contract with its handlers, as a plugin. */
export function emitService({ model, isSecured, hasProblems, isLarge }: ServiceTraits): string {
  const names = [
    ...(isLarge ? ['errors', 'HttpRefusal', 'type MissingHandler'] : []),
    ...(hasProblems ? ['problemDetails'] : []),
    'serve',
  ]
  const options = [
    '    handlers: createHandlers(store),\n',
    isSecured ? '    security: createSecurity(secrets),\n' : '    security: {},\n',
    hasProblems ? '    errorBody: problemDetails,\n' : '',
    isLarge ? '    missing,\n' : '',
  ]
  const defaults = [
    'store = createStore()',
    ...(isSecured ? ['secrets = secretsFrom(process.env)'] : []),
  ]
  return `${isSecured ? "import process from 'node:process'\n" : ''}import type { FastifyPluginAsync } from 'fastify'
import { ${names.join(', ')} } from ${quote(PACKAGE)}
import { contract } from '../generated/contract.js'
import { createHandlers } from './handlers/index.js'
import ${isSecured ? '{ type Secrets, secretsFrom }' : 'type { Secrets }'} from './secrets.js'
${isSecured ? "import { createSecurity } from './security.js'\n" : ''}import { createStore, type Store } from './store.js'

/** The dependencies of the service. */
export interface ServiceOptions {
  /** The store of the handlers; its opener closes it. */
  readonly store?: Store
  /** The accepted secrets. Default: those of the environment. */
  readonly secrets?: Secrets
}
${isLarge ? MISSING : ''}
${doc('', `${model.title} as a Fastify plugin: \`app.register(service())\`.`)}export function service({
${defaults.map((each) => `  ${each},\n`).join('')}}: ServiceOptions = {}): FastifyPluginAsync<{ prefix?: string }> {
  return serve(contract, {
${options.join('')}  })
}
`
}

const MISSING = `
/** Answers operations without a handler. Remove it, and the compiler lists them. */
const missing: MissingHandler = () => {
  throw new HttpRefusal(errors.notImplemented)
}
`

/** \`handlers/index.ts\` of a large contract, which is implemented one operation after another. */
export function emitPartialHandlers({ operations, title }: Model): string {
  const comment = doc(
    '',
    `The handlers of ${title}: add \`async ID({ params }) { return { status, body } }\` for an operation.`,
    `The ${operations.length} operations without a handler answer 501. For one file each, move this one and run \`npx fastify-contract generate --stubs\`.`,
  )
  return `import type { Handlers } from '../../generated/operations.js'
import type { Store } from '../store.js'

${comment}export function createHandlers(_store: Store): Partial<Handlers> {
  return {}
}
`
}

import type { Model } from '../../generator/model/model.js'
import { doc, quote } from '../../generator/print/print.js'
import { PACKAGE } from './versions.js'

/** What a service is like. */
export interface Nature {
  readonly model: Model
  /** Whether its operations ask for credentials. */
  readonly isSecured: boolean
  /** Whether its errors are problem details (RFC 9457). */
  readonly hasProblems: boolean
  /** Whether it has too many operations for a file of each. */
  readonly isLarge: boolean
}

/** The most operations that get a file each at once. */
const MANY = 50

export function natureOf(model: Model): Nature {
  const { operations } = model
  const types = operations.flatMap(({ responses }) => responses.flatMap(({ content }) => content))
  return {
    model,
    isSecured: operations.some(({ security }) =>
      security.some((each) => Object.keys(each).length > 0),
    ),
    hasProblems: types.some(({ mediaType }) => mediaType === 'application/problem+json'),
    isLarge: operations.length > MANY,
  }
}

/** `service.ts`: the contract with its handlers, as a plugin. */
export function emitService({ model, isSecured, hasProblems, isLarge }: Nature): string {
  const names = [
    ...(isLarge ? ['ContractError', 'errors', 'type MissingHandler'] : []),
    ...(hasProblems ? ['problemDetails'] : []),
    'serve',
  ]
  const options = [
    '    handlers: createHandlers(store),\n',
    isSecured ? '    security: createSecurity(secrets),\n' : '    security: {},\n',
    hasProblems ? '    errorBody: problemDetails,\n' : '',
    isLarge ? '    missing,\n' : '',
  ]
  const given = [
    'store = createStore()',
    ...(isSecured ? ['secrets = secretsFrom(process.env)'] : []),
  ]
  return `${isSecured ? "import process from 'node:process'\n" : ''}import type { FastifyPluginAsync } from 'fastify'
import { ${names.join(', ')} } from ${quote(PACKAGE)}
import { contract } from '../generated/contract.js'
import { createHandlers } from './handlers/index.js'
import ${isSecured ? '{ type Secrets, secretsFrom }' : 'type { Secrets }'} from './secrets.js'
${isSecured ? "import { createSecurity } from './security.js'\n" : ''}import { createStore, type Store } from './store.js'

/** What the service is made from. */
export interface ServiceOptions {
  /** What its handlers are made from; whoever opened it closes it. */
  readonly store?: Store
  /** The accepted secrets. Default: those of the environment. */
  readonly secrets?: Secrets
}
${isLarge ? MISSING : ''}
${doc('', `${model.title} as a Fastify plugin: \`app.register(service())\`.`)}export function service({
${given.map((each) => `  ${each},\n`).join('')}}: ServiceOptions = {}): FastifyPluginAsync<{ prefix?: string }> {
  return serve(contract, {
${options.join('')}  })
}
`
}

const MISSING = `
/** Answers operations without a handler. Take it away, and the compiler names them. */
const missing: MissingHandler = () => {
  throw new ContractError(errors.notImplemented)
}
`

/** \`handlers/index.ts\` of a large contract, which is implemented one operation after another. */
export function emitPartialHandlers({ operations, title }: Model): string {
  const comment = doc(
    '',
    `What implements ${title}: add \`async ID({ params }) { return { status, body } }\` for an operation.`,
    `The ${operations.length} operations that are not here answer 501. For a file of each, move this one and run \`npx fastify-contract generate --stubs\`.`,
  )
  return `import type { Handlers } from '../../generated/operations.js'
import type { Store } from '../store.js'

${comment}export function createHandlers(_store: Store): Partial<Handlers> {
  return {}
}
`
}

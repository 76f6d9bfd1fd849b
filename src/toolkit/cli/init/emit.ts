import type { Model } from '../../generator/model/model.js'
import { doc, key, literal, quote } from '../../generator/print/print.js'
import { PACKAGE } from './package-json.js'
import type { ServiceScheme } from './security-schemes.js'

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
  throw new ContractError(errors.notImplemented)
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

/** `security.ts`: a security handler for each scheme. */
export function emitSecurity(schemes: readonly ServiceScheme[]): string {
  const kinds = new Set(schemes.map(({ kind }) => kind))
  const imports = [
    ...(kinds.has('apiKey') ? ['apiKey'] : []),
    ...(kinds.has('basic') ? ['basic'] : []),
    ...(kinds.has('bearer') ? ['bearer'] : []),
    ...(kinds.has('other') ? ['ContractError', 'errors'] : []),
    ...(kinds.has('basic') ? ['isSameSecret'] : []),
    ...(kinds.has('mutualTls') ? ['mutualTls'] : []),
    ...(kinds.has('other') ? ['type SecurityHandler'] : []),
    'type SecurityHandlers',
    ...(kinds.has('basic') ? ['type UserPassword'] : []),
  ]
  const names = schemes.map(({ name }) => quote(name)).join(' | ')
  const members = schemes.map((scheme) => `    ${key(scheme.name)}: ${handlerOf(scheme)},\n`)
  const hasSecrets = schemes.some(({ variable }) => variable !== undefined)
  return `${emitImport(imports)}
import type { Secrets } from './secrets.js'

/**
 * A handler for each security scheme of the document. They accept fixed secrets; pass a function instead
 * to verify other credentials, such as a JWT: \`bearer(async (token) => principal)\`.
 */
export function createSecurity(${hasSecrets ? 'secrets' : '_secrets'}: Secrets): SecurityHandlers<${names}> {
  return {
${members.join('')}  }
}
${kinds.has('basic') ? AMONG_USERS : ''}${kinds.has('other') ? NOBODY : ''}`
}

/** One line if it fits. */
function emitImport(names: readonly string[]): string {
  const line = `import { ${names.join(', ')} } from ${quote(PACKAGE)}`
  if (line.length <= 100) return line
  return `import {\n${names.map((name) => `  ${name},\n`).join('')}} from ${quote(PACKAGE)}`
}

function handlerOf({ kind, name, variable = '', scopes }: ServiceScheme): string {
  const secrets = `secrets(${quote(variable)})`
  const allowed = scopes.length === 0 ? '' : `, { scopes: ${literal(scopes)} }`
  switch (kind) {
    case 'basic':
      return `basic(amongUsers(${secrets}${allowed}))`
    case 'mutualTls':
      return 'mutualTls()'
    case 'other':
      return `nobody(${quote(name)})`
    default:
      return `${kind}(${secrets}${allowed})`
  }
}

const AMONG_USERS = `
/** Accepts these users, each written as \`user:password\`. */
function amongUsers(users: readonly string[], allowed: { scopes?: readonly string[] } = {}) {
  return ({ user, password }: UserPassword) => {
    const found = users.filter((each) => isSameSecret(each, \`\${user}:\${password}\`))
    return found.length > 0 ? { user, ...allowed } : undefined
  }
}
`

const NOBODY = `
/** Refuses every request: the toolkit has no handler for this scheme. Write one. */
function nobody(scheme: string): SecurityHandler {
  return {
    authenticate() {
      throw new ContractError(errors.notImplemented, { cause: new Error(\`no handler for \${scheme}\`) })
    },
  }
}
`

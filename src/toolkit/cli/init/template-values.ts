import type { Model } from '../../generator/model/model.js'
import { doc, key, literal, quote } from '../../generator/print/print.js'
import type { ServiceScheme } from './security-schemes.js'

/** Most operations with one file each. */
const MAX_FILES = 50

/** True for a contract that is implemented one operation after another, in one file. */
export function isLarge({ operations }: Model): boolean {
  return operations.length > MAX_FILES
}

export function traitsOf(model: Model, schemes: readonly ServiceScheme[]): Record<string, boolean> {
  const { operations } = model
  const requirements = operations.flatMap(({ security }) => security)
  const types = operations.flatMap(({ responses }) => responses.flatMap(({ content }) => content))
  return {
    ...Object.fromEntries(schemes.map(({ kind }) => [kind, true])),
    secured: requirements.some((each) => Object.keys(each).length > 0),
    // Errors are problem details (RFC 9457).
    problems: types.some(({ mediaType }) => mediaType === 'application/problem+json'),
    large: isLarge(model),
    moved: docsFolder(model) !== '',
  }
}

export function valuesOf({ title, operations }: Model, schemes: readonly ServiceScheme[]) {
  const hasSecrets = schemes.some(({ variable }) => variable !== undefined)
  return {
    serviceComment: comment(`${title} as a Fastify plugin: \`app.register(service())\`.`),
    handlersComment: comment(
      `The handlers of ${title}: add \`async ID({ params }) { return { status, body } }\` for an operation.`,
      `The ${operations.length} operations without a handler answer 501. For one file each, move this one and run \`npx fastify-contract generate --stubs\`.`,
    ),
    secrets: hasSecrets ? 'secrets' : '_secrets',
    schemes: schemes.map(({ name }) => quote(name)).join(' | '),
    schemeHandlers: schemes
      .map((scheme) => `    ${key(scheme.name)}: ${handlerOf(scheme)},`)
      .join('\n'),
  }
}

function comment(...texts: readonly string[]): string {
  return doc('', ...texts).trimEnd()
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

/** Where the page and the document of a new service are: at the root, unless its contract has such paths. */
export function docsFolder({ basePath, operations }: Model): '' | '/contract' {
  const isOwn = operations.some(({ path }) =>
    /^\/(docs|openapi\.(json|yaml))(\/|$)/.test(basePath + path),
  )
  return isOwn ? '/contract' : ''
}

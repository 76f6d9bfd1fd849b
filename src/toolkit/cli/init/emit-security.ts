import { key, literal, quote } from '../../generator/print/print.js'
import { PACKAGE } from './package-json.js'
import type { ServiceScheme } from './security-schemes.js'

/** `security.ts`: a security handler for each scheme. */
export function emitSecurity(schemes: readonly ServiceScheme[]): string {
  const kinds = new Set(schemes.map(({ kind }) => kind))
  const imports = [
    ...(kinds.has('apiKey') ? ['apiKey'] : []),
    ...(kinds.has('basic') ? ['basic'] : []),
    ...(kinds.has('bearer') ? ['bearer'] : []),
    ...(kinds.has('other') ? ['errors', 'HttpRefusal'] : []),
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
      throw new HttpRefusal(errors.notImplemented, { cause: new Error(\`no handler for \${scheme}\`), isFailure: true })
    },
  }
}
`

import type { MediaType, Model, Operation, Response } from '../model/model.js'
import { doc, type GeneratedFile, header, indented, key, quote } from './print.js'
import { typeOf } from './type-of.js'

/** `operations.ts`: request and result types of each operation, and the interface of the handlers. */
export function emitOperations(model: Model, runtime: string): GeneratedFile {
  const operations = model.operations.map((operation) => operationTypes(operation))
  const body = [...operations, handlers(model)].join('\n')
  const code = withoutTexts(body)
  const imports = [
    ...(code.includes('contract.') ? [`import type * as contract from ${quote(runtime)}`] : []),
    ...(code.includes('schemas.') ? ["import type * as schemas from './types.js'"] : []),
  ]
  const head = imports.length === 0 ? '' : `${imports.join('\n')}\n\n`
  return { name: 'operations.ts', text: `${header(model)}${head}${body}` }
}

/** Code without what comes from the document: comments and strings. */
function withoutTexts(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\])*'/g, '')
}

function handlers(model: Model): string {
  const methods = model.operations.map((operation) => {
    const { operationId, typeName, method, path, summary, description, deprecated } = operation
    const comment = doc(
      '  ',
      summary,
      `\`${method} ${path}\``,
      description,
      deprecated ? '@deprecated' : undefined,
    )
    const result = `${typeName}Result | Promise<${typeName}Result>`
    return `${comment}  ${key(operationId)}(request: ${typeName}Request): ${result}\n`
  })
  const comment = doc('', `What implements ${model.title}: one function per operation.`)
  return `${comment}export interface Handlers {\n${methods.join('')}}\n`
}

function operationTypes(operation: Operation): string {
  const { typeName, method, path, pointer } = operation
  const title = `\`${method} ${path}\``
  const request = doc('', `The request of ${title}.`, `@generated from ${pointer}`)
  const result = doc('', `What ${title} may answer.`, `@generated from ${pointer}/responses`)
  const results = operation.responses.map((response) => resultType(response, operation))
  return [
    `${request}export interface ${typeName}Request extends contract.OperationRequest {\n`,
    ...parameterGroups(operation),
    ...requestBody(operation),
    ...security(operation),
    '}\n\n',
    `${result}export type ${typeName}Result =${results.join('')}\n`,
  ].join('')
}

function parameterGroups({ parameterGroups }: Operation): string[] {
  return parameterGroups.map(({ member, schema }) => `  readonly ${member}: schemas.${schema}\n`)
}

function requestBody({ requestBody: body }: Operation): string[] {
  if (body === undefined) return []
  const type = contentType(body.content)
  return [
    `${doc('  ', body.description)}  readonly body: ${type}${body.required ? '' : ' | undefined'}\n`,
  ]
}

/** The principals, by scheme; each alternative of the document is one of the union. */
function security({ security: requirements }: Operation): string[] {
  if (requirements.length === 0) return []
  const alternatives = requirements.map((requirement) => {
    const schemes = Object.keys(requirement).map((scheme) => `readonly ${key(scheme)}: unknown`)
    return schemes.length === 0
      ? '{ readonly [scheme: string]: never }'
      : `{ ${schemes.join('; ')} }`
  })
  const comment = doc('  ', 'What the security handlers returned, by scheme.')
  return [`${comment}  readonly security: ${[...new Set(alternatives)].join(' | ')}\n`]
}

function resultType(response: Response, operation: Operation): string {
  const members = [
    `readonly status: ${statusType(response.status, operation)}`,
    ...(response.content.length === 0 ? [] : [`readonly body: ${contentType(response.content)}`]),
    ...headers(response),
  ]
  const comment = doc('  ', response.description).trimEnd()
  return `\n${comment}${comment === '' ? '' : '\n'}  | { ${members.join('; ')} }`
}

function headers({ headers: documented }: Response): string[] {
  if (documented.length === 0) return []
  const members = documented.map(({ name, required, schema }) => {
    const type = indented(typeOf(schema).text, '  ')
    return `readonly ${key(name)}${required ? '' : '?'}: ${type}${required ? '' : ' | undefined'}`
  })
  const optional = documented.every(({ required }) => !required) ? '?' : ''
  return [`readonly headers${optional}: { ${members.join('; ')} }`]
}

function statusType(status: string, { responses }: Operation): string {
  if (/^\d+$/.test(status)) return status
  const exact = responses.map((each) => each.status).filter((each) => /^\d+$/.test(each))
  if (status === 'default') {
    const ranges = responses.map((each) => each.status).filter((each) => each.endsWith('XX'))
    const documented = [...exact, ...ranges.map((range) => `contract.StatusRange<${range[0]}>`)]
    return `contract.DefaultStatus<${documented.join(' | ')}>`.replace('<>', '')
  }
  const inRange = exact.filter((each) => each[0] === status[0])
  const range = `contract.StatusRange<${status[0]}>`
  return inRange.length === 0 ? range : `Exclude<${range}, ${inRange.join(' | ')}>`
}

function contentType(content: readonly MediaType[]): string {
  return [...new Set(content.map(({ schema }) => `schemas.${schema}`))].join(' | ')
}

import type { Operation, Response } from '../../model/model.js'
import { Code, code, indentedCode, joined } from '../../print/code.js'
import { doc, LINE_WIDTH } from '../../print/print.js'
import { prose } from '../../print/prose.js'
import { CONTRACT, directionOf, responseBodies, TYPES } from './content-type.js'

/**
 * The union of an operation's results, and the type of each. They have names, since the compiler prints the
 * name in place of all members where it says what a result is missing. No other type ends with a status.
 */
export function resultTypes(operation: Operation): Code {
  const name = `${operation.typeName}Result`
  const names = operation.responses.map(
    ({ status }) => `${name}${status === 'default' ? 'Default' : status}`,
  )
  const line = ` ${names.join(' | ')}`
  const fits = `export type ${name} =${line}`.length <= LINE_WIDTH
  const union = fits ? line : names.map((each) => `\n  | ${each}`).join('')
  const types = operation.responses.map((each, at) => resultType(names[at] ?? '', each, operation))
  return code`export type ${name} =${union}\n${joined(types, '')}`
}

/** One result of an operation: status, body and headers of a response. */
function resultType(name: string, response: Response, operation: Operation): Code {
  const { description } = response
  const status = code`readonly status: ${statusType(response.status, operation)}`
  const direction = directionOf(operation) === 'sent' ? 'received' : 'sent'
  const [members = [], ...others] = responseBodies(
    response,
    direction,
    operation.method === 'HEAD',
  ).map((body) => [status, ...body, ...headers(response, direction)])
  const comment = doc('', description && prose(description))
  if (others.length > 0) {
    const alternatives = [members, ...others].map(alternative)
    return code`\n${comment}export type ${name} =\n${joined(alternatives, '\n')}\n`
  }
  const lines = members.map((each) => code`  ${indentedCode(each, '  ')}\n`)
  return code`\n${comment}export interface ${name} {\n${joined(lines, '')}}\n`
}

export function alternative(members: readonly Code[]): Code {
  const line = code`{ ${joined(members, '; ')} }`
  if (line.text.length <= LINE_WIDTH - 4 && !line.text.includes('\n')) return code`  | ${line}`
  const lines = members.map((each) => code`      ${indentedCode(each, '      ')}\n`)
  return code`  | {\n${joined(lines, '')}    }`
}

/** A service may send headers that are not documented. */
function headers(
  { headers: documented, headerSchema }: Response,
  direction: 'sent' | 'received',
): Code[] {
  const type = headersType(headerSchema, direction)
  if (type === undefined) return []
  const optional = documented.every(({ required }) => !required) ? '?' : ''
  return [code`readonly headers${optional}: ${type}`]
}

function headersType(schema: string | undefined, direction: 'sent' | 'received'): Code | undefined {
  const isSent = direction === 'sent'
  if (schema === undefined) return isSent ? code`${CONTRACT}.OtherHeaders` : undefined
  return isSent ? code`${CONTRACT}.WithOthers<${TYPES}.${schema}>` : code`${TYPES}.${schema}`
}

function statusType(status: string, { responses }: Operation): Code {
  if (/^\d+$/.test(status)) return new Code(status)
  const exact = responses.map((each) => each.status).filter((each) => /^\d+$/.test(each))
  if (status === 'default') {
    const ranges = responses.map((each) => each.status).filter((each) => each.endsWith('XX'))
    const documented = [...exact, ...ranges.map(rangeType)]
    if (documented.length === 0) return code`${CONTRACT}.DefaultStatus`
    return code`${CONTRACT}.DefaultStatus<${joined(documented, ' | ')}>`
  }
  const inRange = exact.filter((each) => each[0] === status[0])
  const range = rangeType(status)
  return inRange.length === 0 ? range : code`Exclude<${range}, ${inRange.join(' | ')}>`
}

function rangeType(status: string): Code {
  return code`${CONTRACT}.StatusRange<${status.charAt(0)}>`
}

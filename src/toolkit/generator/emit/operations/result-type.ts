import type { Operation, Response } from '../../model/model.js'
import { Code, code, indentedCode, joined } from '../../print/code.js'
import { doc, LINE_WIDTH } from '../../print/print.js'
import { prose } from '../../print/prose.js'
import { CONTRACT, directionOf, responseBodies, TYPES } from './content-type.js'

/** One result of an operation: status, body and headers of a response. */
export function resultType(response: Response, operation: Operation): Code {
  const { description } = response
  const status = code`readonly status: ${statusType(response.status, operation)}`
  const direction = directionOf(operation) === 'sent' ? 'received' : 'sent'
  const alternatives = responseBodies(response, direction, operation.method === 'HEAD').map(
    (body) => alternative([status, ...body, ...headers(response, direction)]),
  )
  const comment = doc('  ', description && prose(description)).trimEnd()
  return code`\n${comment}${comment === '' ? '' : '\n'}${joined(alternatives, '\n')}`
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

import type { Finding } from './finding.js'
import type { ReceivedExchange } from './judge-response.js'

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
/** RFC 9110, section 5.6.7: senders write this format only. */
const HTTP_DATE = `${DAY}, \\d{2} ${MONTH} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT`
const TOKEN = "[!#$%&'*+.^`|~\\w-]+"

/** Headers whose values HTTP defines, with their grammars and where they stand. */
const FIELDS: Readonly<Record<string, readonly [grammar: RegExp, source: string]>> = {
  'accept-ranges': [list(TOKEN), 'RFC 9110, section 14.3'],
  allow: [list(TOKEN), 'RFC 9110, section 10.2.1'],
  'content-range': [
    new RegExp(`^${TOKEN} (?:\\d+-\\d+/(?:\\d+|\\*)|\\*/\\d+)$`),
    'RFC 9110, section 14.4',
  ],
  etag: [/^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/, 'RFC 9110, section 8.8.3'],
  'last-modified': [new RegExp(`^${HTTP_DATE}$`), 'RFC 9110, section 8.8.2'],
  location: [/^[^\s<>"{}|\\^`]*$/, 'RFC 9110, section 10.2.2'],
  'retry-after': [new RegExp(`^(?:\\d+|${HTTP_DATE})$`), 'RFC 9110, section 10.2.3'],
}

function list(item: string): RegExp {
  return new RegExp(`^(?:[ \\t,]*${item})?(?:[ \\t]*,(?:[ \\t]*${item})?)*[ \\t]*$`)
}

/** Headers of HTTP keep their grammar, also where the document does not name them. */
export function judgeFieldSyntax({ operation, response }: ReceivedExchange): Finding[] {
  return response.headers.flatMap(([name, value]): Finding[] => {
    const known = Object.hasOwn(FIELDS, name.toLowerCase()) ? FIELDS[name.toLowerCase()] : undefined
    if (known === undefined || known[0].test(value)) return []
    const expected = `${name} as ${known[1]} defines it`
    const pointer = operation?.pointer ?? '#/paths'
    return [{ check: 'field-syntax', pointer, expected, received: `${name}: ${value}` }]
  })
}

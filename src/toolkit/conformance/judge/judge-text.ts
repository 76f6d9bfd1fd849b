import { isUtf8 } from 'node:buffer'
import { parseNumber } from '../../runtime/json/exact-number.js'
import { shortened } from '../values/shortened.js'
import type { Finding } from './finding.js'
import type { JudgedBody } from './judge-content.js'

/** A text is valid by its schema: as a string, or as what it is the text of. */
export function judgeText({ exchange, media, bytes, parameters, pointer }: JudgedBody): Finding[] {
  const { contract, response } = exchange
  const { charset = 'utf-8' } = parameters
  if (response.isPartial || !/^(utf-?8|us-ascii)$/i.test(charset)) return []
  if (!isUtf8(bytes)) {
    const received = 'bytes that are not UTF-8'
    return [{ check: 'body-framing', pointer, expected: media.mediaType, received }]
  }
  if (media.schema === undefined) return []
  const text = bytes.toString('utf8')
  const schema = contract.reference(media.schema)
  const values = readings(text)
  if (values.some((value) => contract.verdicts.verdict(schema, value) !== false)) return []
  const [violation] = contract.verdicts.violations(schema, values[0])
  const [expected, received] = [`the body ${violation?.message}`, shortened(text, 200)]
  return [{ check: 'body-valid', pointer: contract.pointerOf(media.schema), expected, received }]
}

/** The values that a text may stand for: a number, a boolean or null first, where it looks like one. */
function readings(text: string): unknown[] {
  const number = parseNumber(text)
  const words = new Map<string, unknown>([
    ['true', true],
    ['false', false],
    ['null', null],
  ])
  return [
    ...(number === undefined ? [] : [number]),
    ...(words.has(text) ? [words.get(text)] : []),
    text,
  ]
}

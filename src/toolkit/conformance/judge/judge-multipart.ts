import type { Finding } from './finding.js'
import type { JudgedBody } from './judge-content.js'

/** The parts of a multipart body stand between its boundaries (RFC 2046, section 5.1.1). */
export function judgeMultipart({
  exchange,
  media,
  bytes,
  contentType,
  parameters,
  pointer,
}: JudgedBody): Finding[] {
  const { boundary } = parameters
  const finding = (received: string): Finding[] => [
    { check: 'body-framing', pointer, expected: media.mediaType, received },
  ]
  if (boundary === undefined) return finding(`${contentType} without a boundary`)
  const text = `\r\n${bytes.toString('latin1')}`
  const delimiter = `\r\n--${boundary}`
  if (!text.includes(`${delimiter}\r\n`) && !text.includes(`${delimiter} `))
    return finding('no boundary before a part')
  if (exchange.response.isPartial || text.includes(`${delimiter}--`)) return []
  return finding('no boundary at the end')
}

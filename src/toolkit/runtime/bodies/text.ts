import { isAscii, isUtf8 } from 'node:buffer'
import { ContractError } from '../errors/contract-error.js'
import { errors } from '../errors/table.js'

const CHECKS: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  'utf-8': isUtf8,
  utf8: isUtf8,
  'us-ascii': isAscii,
}

/**
 * Decodes a text. Bytes that are invalid in the charset are refused, not replaced.
 *
 * @param charset - Charset of the media type.
 */
export function decodeText(bytes: Buffer, charset = 'utf-8'): string {
  const name = charset.toLowerCase()
  const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined
  if (check === undefined) throw new ContractError(errors.unsupportedMediaType)
  if (!check(bytes)) {
    const detail = `the text is not valid ${name === 'us-ascii' ? 'ASCII' : 'UTF-8'}.`
    throw new ContractError(errors.malformedContent, { detail })
  }
  return bytes.toString('utf8')
}

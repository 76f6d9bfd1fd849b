import { Unwritable } from '../../../requests/write-parameters.js'
import { NOTHING } from '../../../samples/index.js'
import type { Parameter } from '../../document/contract.js'
import { readJson } from '../../judge/json-body.js'
import type { ParameterValue } from '../../requests/parts.js'
import type { Trial } from '../../run/trial.js'
import { shown } from '../../values/shown.js'
import { looseJsonText } from '../../values/token.js'
import { requestWith, type TriedParameter, textTrial } from './parameter-trials.js'

/** True for a parameter whose text is JSON (3.2, section 4.12.2.3). */
export function isJson({ in: place, style, mediaType = '' }: Parameter): boolean {
  return (style === 'content' || place === 'querystring') && /json/.test(mediaType)
}

/** A JSON text as a parameter. @throws {Unwritable} for a cookie, and for a text that no header can hold. */
export function jsonParameter({ in: place }: Parameter, text: string): ParameterValue {
  if (place === 'cookie') throw new Unwritable()
  if (place !== 'header') return { text: encodeURIComponent(text) }
  if (!/^[!-~]([ -~]*[!-~])?$/.test(text)) throw new Unwritable()
  return { text }
}

/** Texts that are no JSON, made of one that is. */
export function jsonTrials(tried: TriedParameter): readonly Trial[] {
  const { parameter, kit } = tried
  const value = kit.source.value(parameter.schema)
  if (value === NOTHING) return []
  const text = looseJsonText(value)
  const wrong = [text.slice(0, -1), `${text}x`, `${text},`, '{', '[1,]', '{"a":1,}', "{'a':1}"]
  return [...wrong, 'undefined', 'NaN', '01'].filter(isNoJson).map((each) => ({
    ...textTrial(tried, `is no JSON: ${shown(each)}`, '', true),
    request: () => requestWith(tried, jsonParameter(parameter, each)),
  }))
}

/** No text at all may be no parameter at all. */
function isNoJson(text: string): boolean {
  return text !== '' && 'reason' in readJson(Buffer.from(text))
}

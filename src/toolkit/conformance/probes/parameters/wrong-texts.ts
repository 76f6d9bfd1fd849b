import { listsIn, readings } from '../../cases/readings.js'
import { typesOf } from '../../document/members.js'
import type { Trial } from '../../run/trial.js'
import { shown } from '../../values/shown.js'
import { fieldTrials } from './field-texts.js'
import { isJson, jsonTrials } from './json-texts.js'
import { requestWith, type TriedParameter, textTrial } from './parameter-trials.js'

/** Texts that lenient conversions take for a number or a boolean. */
const WRONG = [
  ...'abc 1abc 1,5 --1 1.2.3 ½ undefined'.split(' '),
  '[object Object]',
  ...'{} NaN maybe 2 -1 tru truefalse 1.5 99999999999999999999 00-1'.split(' '),
  'x'.repeat(300),
  'x'.repeat(1_000),
]

/** Texts of which the document does not say whether they are a value. */
const OPEN = [
  '',
  ...'TRUE 1 yes +1 01 %20 %00 %zz %E9 %F0%9F%98%80 %2525'.split(' '),
  // What a text that becomes a pattern or a query has to escape.
  ...['%5B', '%27'],
]

/** Cases of a text that no reading makes a valid value, and of texts that must not make the service fail. */
export function textTrials(tried: TriedParameter): readonly Trial[] {
  const { parameter, kit } = tried
  const { schema, style, explode } = parameter
  if (isJson(parameter)) return jsonTrials(tried)
  if (parameter.in === 'querystring') return fieldTrials(tried, WRONG)
  if (style === 'content' || style === 'deepObject' || holdsMembers(tried)) return []
  const isRepeated = style === 'form' && explode
  const { verdicts } = kit.contract
  const isWrong = (text: string) =>
    [
      ...readings(text).flatMap((each) => [each, [each]]),
      [text],
      ...(isRepeated ? [] : listsIn(text)),
    ].every((value) => verdicts.verdict(schema, value) === false)
  const isText = parameter.in === 'header' || parameter.in === 'cookie'
  const written = (text: string) => (isText ? text : encodeURIComponent(text))
  // A server may read no more of a URL; what is wrong in a segment of a path, it refuses or does not find.
  const longest = parameter.in === 'path' ? 300 : 1_000
  const sendable = (text: string) => text.length <= longest && (!isText || /^[!-~]*$/.test(text))
  // An empty segment of a path is another path.
  const open = parameter.in === 'path' ? OPEN.filter((text) => !/^$|%zz|%00|%E9/.test(text)) : OPEN
  return [
    ...WRONG.filter((text) => isWrong(text) && sendable(text)).map((text) =>
      textTrial(tried, `is ${shown(text)}`, written(text), true),
    ),
    ...open.map((text) => textTrial(tried, `is the text ${JSON.stringify(text)}`, text, false)),
    ...twice(tried),
  ]
}

/** True for an object: a text is names and values of members, or another parameter (3.1, section 4.8.12.6). */
function holdsMembers({ kit, parameter }: TriedParameter): boolean {
  return typesOf(kit.contract, parameter.schema).includes('object')
}

function twice(tried: TriedParameter): Trial[] {
  const { parameter, kit } = tried
  const { schema, name, in: place } = parameter
  const value = kit.source.value(schema)
  if (place !== 'query' || typeof value === 'object' || typeof value === 'symbol') return []
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`
  return [
    {
      ...textTrial(tried, 'is given twice', '', false),
      request: () => {
        const request = requestWith(tried, { value })
        const { target } = request
        return { ...request, target: `${target}&${pair}` }
      },
    },
  ]
}

import { parseJson } from '../json/parse.js'
import type { Json } from '../json/value.js'
import { type Parameter, resolve } from './document.js'
import { Failure } from './failure.js'
import type { Call, Points } from './points.js'
import { decoded } from './routing.js'
import type { Schema } from './validate.js'

export function parameters(p: Points) {
  return {
    textsOf({ in: place, name }: Parameter, { segments, headers, query }: Call) {
      if (place === 'path') return [encodeURIComponent(segments[name] as string)]
      if (place === 'header') return asList(headers[name.toLowerCase()])
      const found = pairsOf(query).flatMap(([key, value]) => (key === name ? value : []))
      return found.length === 0 ? undefined : found
    },

    splitList: (text: string) => (text === '' ? [] : text.split(',')),

    convertTexts(texts: string[], { name, schema, explode }: Parameter): Json {
      if (schema.type !== 'array') {
        if (texts.length > 1) throw new Failure(400, `${name} is given more than once.`)
        return p.convert(decoded(texts[0] as string), schema)
      }
      if (!explode && texts.length > 1) throw new Failure(400, `${name} is given more than once.`)
      const items = explode ? texts : p.splitList(texts[0] as string)
      return items.map((text) => p.convert(decoded(text), schema.items))
    },

    convert(text: string, schema: Schema): Json {
      const { type } = schema.$ref ? resolve(p.document, schema.$ref) : schema
      if (type === 'integer' || type === 'number') return numberOr(text)
      if (type === 'boolean') return { true: true, false: false }[text] ?? text
      return text
    },

    readParameters(call: Call) {
      for (const parameter of call.operation.parameters) {
        const { name, required, schema } = parameter
        const texts = p.textsOf(parameter, call)
        const key = parameter.in === 'header' ? name.toLowerCase() : name
        if (texts === undefined) {
          if (required) throw new Failure(400, `${name} is missing.`)
          if (schema.default !== undefined) call.parameters[key] = schema.default
          continue
        }
        const value = p.convertTexts(texts, parameter)
        const found = p.violation(value, schema)
        if (found) throw new Failure(400, `${name} breaks ${found.keyword}.`)
        call.parameters[key] = value
      }
    },
  }
}

function asList(text: string | undefined): string[] | undefined {
  // A header is not percent-encoded.
  return text === undefined ? undefined : [text.replaceAll('%', '%25')]
}

/** Names and texts that are not decoded yet, since a comma may be. */
function pairsOf(query: string): [name: string, text: string][] {
  if (query === '') return []
  return query.split('&').map((pair) => {
    const [name = '', ...rest] = pair.replaceAll('+', ' ').split('=')
    return [decoded(name), rest.join('=')]
  })
}

function numberOr(text: string): Json {
  try {
    const value = parseJson(text)
    return /^[-\d]/.test(text) && !/\s/.test(text) ? value : text
  } catch {
    return text
  }
}

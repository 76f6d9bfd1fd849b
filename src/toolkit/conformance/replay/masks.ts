import type { Credentials } from '../requests/credentials.js'
import { variableOf } from '../values/variable.js'

/** Shortest secret of which parts are hidden, too: those of shorter ones are words. */
const SHORTEST = 4

/** A text of a secret, and what stands for it. */
type Mask = readonly [text: string, variable: string]

/** Puts variables such as `${TOKEN}` in the place of secrets, and secrets in theirs. */
export class Masks {
  readonly #masks: readonly Mask[]
  /** Variables by their texts. */
  readonly #variables: ReadonlyMap<string, string>
  readonly #pattern: RegExp

  constructor(credentials: Credentials) {
    const names = Object.keys(credentials)
    this.#masks = names
      .flatMap((name) => {
        const secret = credentials[name] as string
        return masksOf(secret, names.length === 1 ? 'TOKEN' : variableOf(name))
      })
      .filter(([text]) => text !== '')
      // One may be a part of another.
      .toSorted(([one], [other]) => other.length - one.length)
    this.#variables = new Map(this.#masks.toReversed())
    const texts = this.#masks.map(([text]) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    this.#pattern = new RegExp(texts.join('|'), 'g')
  }

  /** The text without secrets, nor what they are made wrong with: a part, or another case of the letters. */
  masked(text: string): string {
    return text
      .split(/(\bBasic [\w+/-]{4,}={0,2})/)
      .map((part, at) => (at % 2 === 1 ? this.#basic(part) : this.#plain(part)))
      .join('')
  }

  #basic(text: string): string {
    const base64 = text.slice('Basic '.length)
    const inside = Buffer.from(base64, 'base64').toString()
    const hidden = this.#plain(inside)
    const isWhole = Buffer.from(inside).toString('base64') === base64
    return hidden === inside || !isWhole ? this.#plain(text) : `Basic \${BASE64(${hidden})}`
  }

  /** In one pass: a name of a variable may have a secret in it. */
  #plain(text: string): string {
    if (this.#masks.length === 0) return text
    return text.replace(this.#pattern, (secret) => `\${${this.#variables.get(secret)}}`)
  }

  /** The text with secrets in the place of variables. */
  unmasked(text: string): string {
    const known = new Map(this.#masks.map(([secret, variable]) => [variable, secret]))
    return text
      .replace(/\$\{(\w+)\}/g, (whole, variable: string) => known.get(variable) ?? whole)
      .replace(/\$\{BASE64\((.*?)\)\}/g, (_, inside: string) =>
        Buffer.from(inside).toString('base64'),
      )
  }

  /** A variable of the text for which there is no secret. */
  missingIn(text: string): string | undefined {
    return /\$\{([A-Z][A-Z0-9_]*)\}/.exec(this.unmasked(text))?.[1]
  }
}

function masksOf(secret: string, variable: string): Mask[] {
  const password = secret.includes(':') ? secret.slice(secret.indexOf(':') + 1) : undefined
  return [
    ...formsOf(secret, variable),
    [Buffer.from(secret).toString('base64'), `${variable}_BASE64`],
    ...(password === undefined ? [] : formsOf(password, `${variable}_PASSWORD`)),
  ]
}

/** A secret, as a query has it, and what wrong credentials are made of. */
function formsOf(secret: string, variable: string): Mask[] {
  const own: Mask[] = [
    [secret, variable],
    [encodeURIComponent(secret), `${variable}_ENCODED`],
  ]
  if (secret.length < SHORTEST) return own
  const payload = /^eyJ[\w-]+\.([\w-]+)\.[\w-]+$/.exec(secret)?.[1]
  const swapped = secret.replace(/\p{L}/gu, (each) =>
    each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase(),
  )
  return [
    ...own,
    [swapped, `${variable}_SWAPPED`],
    [secret.slice(0, -1), `${variable}_START`],
    [secret.slice(1), `${variable}_END`],
    ...(payload === undefined
      ? []
      : ([
          [secret.slice(0, secret.lastIndexOf('.') + 1), `${variable}_UNSIGNED`],
          [payload, `${variable}_CLAIMS`],
        ] as const)),
  ]
}

import type { Credentials } from '../requests/credentials.js'
import { formsOf, type SecretForm, SHORTEST, userForm } from './secret-forms.js'
import { type Hidden, type Masked, shellWord } from './shell.js'
import { variablesOf } from './variable.js'

/** Texts that may be Base64: what stands after `Basic`, and long ones. */
const BASE64 = /(?<=\bbasic +)[A-Za-z0-9+/]{4,}={0,2}|[A-Za-z0-9+/]{8,}={0,2}/gi

/** Puts variables such as `${TOKEN}` in the place of secrets, and secrets in theirs. */
export class Masks {
  /** The longest first: one may be a part of another. */
  readonly #forms: readonly SecretForm[]
  readonly #users: readonly SecretForm[]
  /** Those of the forms by their texts. */
  readonly #hidden: ReadonlyMap<string, Hidden>
  readonly #pattern: RegExp

  constructor(credentials: Credentials) {
    const secrets = [...variablesOf(credentials)].map(
      ([name, variable]) => [credentials[name] as string, variable] as const,
    )
    this.#forms = secrets
      .flatMap(([secret, variable]) => formsOf(secret, variable))
      .filter(({ text }) => text !== '')
      .toSorted((one, other) => other.text.length - one.text.length)
    this.#users = secrets.flatMap(([secret, variable]) => userForm(secret, variable) ?? [])
    // The first of those with the same text.
    const forms = this.#forms.toReversed()
    this.#hidden = new Map(forms.map((form) => [form.text, hiddenBy(form)] as const))
    const texts = this.#forms.map(({ text }) => {
      const exact = text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
      // A short one is also a part of words that say nothing of it.
      return text.length < SHORTEST ? `(?<!\\w)${exact}(?!\\w)` : exact
    })
    this.#pattern = new RegExp(texts.join('|') || '(?!)', 'g')
  }

  /** The text without secrets, nor what they are made wrong with: a part, or another case of the letters. */
  masked(text: string): string {
    return this.parts(text)
      .map((part) => (typeof part === 'string' ? part : part.file))
      .join('')
  }

  /** The same with what a shell makes secrets of; a text that is cut has no part of one before `…`. */
  shown(text: string): string {
    const shown = this.parts(text).map((part, at, all) => {
      if (typeof part === 'string') return this.#withoutCut(part)
      const isInWord = /^\w/.test(String(all[at + 1]))
      return isInWord ? part.shell.replace(/^\$(\w+)$/, (_, name) => `\${${name}}`) : part.shell
    })
    return shown.join('')
  }

  /** The text, cut where secrets stand. */
  parts(text: string): Masked {
    return splitBy(text, BASE64, (word) => this.#inBase64(word)).flatMap((part) =>
      typeof part === 'string' ? this.#plain(part) : part,
    )
  }

  /** In one pass: a name of a variable may have a secret in it. */
  #plain(text: string): Masked {
    return splitBy(text, this.#pattern, (secret) => this.#hidden.get(secret))
  }

  #inBase64(word: string): Hidden | undefined {
    const inside = Buffer.from(word, 'base64').toString()
    if (Buffer.from(inside).toString('base64') !== word) return undefined
    // A short secret is by chance in what is no text, as in an identity.
    if (/[^ -~]/.test(inside) && !this.#forms.some((form) => isLongIn(form, inside)))
      return undefined
    const parts = this.#plain(inside).flatMap((part, at) =>
      typeof part === 'string' && at === 0 ? this.#withoutUser(part) : part,
    )
    if (parts.every((part) => typeof part === 'string')) return undefined
    const file = parts.map((part) => (typeof part === 'string' ? part : part.file)).join('')
    return {
      file: `\${BASE64(${file})}`,
      shell: `$(printf %s ${shellWord(parts)} | base64 | tr -d '\\n')`,
    }
  }

  #withoutUser(text: string): Masked {
    const user = this.#users.find((each) => text === each.text || text.startsWith(`${each.text}:`))
    return user === undefined ? [text] : [hiddenBy(user), text.slice(user.text.length)]
  }

  #withoutCut(text: string): string {
    return text.replace(/[^…]+(?=…)/g, (before) => {
      for (const { text, shell } of this.#forms) {
        const length = commonLength(before, text)
        if (length >= SHORTEST) return before.slice(0, -length) + shell
      }
      return before
    })
  }

  /** The text with secrets in the place of variables. */
  unmasked(text: string): string {
    const known = new Map(
      [...this.#forms, ...this.#users].map((form) => [form.variable, form.text]),
    )
    const secretIn = (each: string) =>
      each.replace(/\$\{(\w+)\}/g, (whole, variable: string) => known.get(variable) ?? whole)
    return text
      .split(/\$\{BASE64\((.*?)\)\}/s)
      .map((part, at) =>
        at % 2 === 0 ? secretIn(part) : Buffer.from(secretIn(part)).toString('base64'),
      )
      .join('')
  }

  /** A variable of the text for which there is no secret. */
  missingIn(text: string): string | undefined {
    return /\$\{([A-Z_][A-Z0-9_]*)\}/.exec(this.unmasked(text))?.[1]
  }
}

function isLongIn({ text }: SecretForm, whole: string): boolean {
  return text.length >= SHORTEST && whole.includes(text)
}

function hiddenBy({ variable, shell }: SecretForm): Hidden {
  return { file: `\${${variable}}`, shell }
}

/** How many of the last characters of one text are the first ones of another. */
function commonLength(one: string, other: string): number {
  let length = Math.min(one.length, other.length)
  while (length > 0 && !one.endsWith(other.slice(0, length))) length -= 1
  return length
}

/** The text, cut at the matches of a pattern for which there is something else. */
function splitBy(
  text: string,
  pattern: RegExp,
  hide: (match: string) => Hidden | undefined,
): Masked {
  const parts: (string | Hidden)[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(pattern)) {
    const hidden = hide(match)
    if (hidden === undefined) continue
    parts.push(text.slice(end, index), hidden)
    end = index + match.length
  }
  return [...parts, text.slice(end)]
}

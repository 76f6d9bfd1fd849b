import { isUtf8 } from 'node:buffer'
import { isRaw, type RawRequest, type SentRequest } from '../exchange/request.js'
import type { Credentials } from '../requests/credentials.js'
import type { TestTarget } from '../target/test-target.js'
import { variableOf } from '../values/variable.js'

/** Longest request that a command repeats to the letter, in bytes. */
const MOST = 16 * 1024

/** Writes requests as commands for a POSIX shell, with variables in place of secrets. */
export class CommandWriter {
  readonly #target: Pick<TestTarget, 'baseUrl' | 'host'>
  /** Secrets and their variables, the longest first: one may be a part of another. */
  readonly #secrets: readonly (readonly [secret: string, variable: string])[]

  constructor(target: Pick<TestTarget, 'baseUrl' | 'host'>, credentials: Credentials) {
    this.#target = target
    const names = Object.keys(credentials)
    this.#secrets = names
      .flatMap((name) => {
        const secret = credentials[name] as string
        const variable = names.length === 1 ? 'TOKEN' : variableOf(name)
        const encoded = Buffer.from(secret).toString('base64')
        return [[secret, variable] as const, [encoded, `${variable}_BASE64`] as const]
      })
      .filter(([secret]) => secret !== '')
      .toSorted(([one], [other]) => other.length - one.length)
  }

  /** The text with `$TOKEN` in place of each secret. */
  masked(text: string): string {
    return this.#secrets.reduce(
      (each, [secret, variable]) => each.replaceAll(secret, `$${variable}`),
      text,
    )
  }

  command(request: SentRequest | RawRequest): string {
    return isRaw(request) ? this.#raw(request) : this.#curl(request)
  }

  #curl({ method, target, headers, body }: SentRequest): string {
    const lines = [
      `curl -sS -i -X ${this.#quoted(method)} ${this.#quoted(`${this.#target.baseUrl}${target}`)}`,
      ...headers.map(
        ([name, value]) => `-H ${this.#quoted(value === '' ? `${name};` : `${name}: ${value}`)}`,
      ),
    ]
    if (body === undefined || body.length === 0) return lines.join(' \\\n  ')
    const isText = isUtf8(body) && !body.includes(0) && body.length <= MOST
    if (isText) return [...lines, `--data-binary ${this.#quoted(body.toString())}`].join(' \\\n  ')
    return `${this.#printf(body)} | ${[...lines, '--data-binary @-'].join(' \\\n  ')}`
  }

  #raw({ bytes, after }: RawRequest): string {
    const [host = '', port = '80'] = this.#target.host.split(/:(?=\d+$)/)
    return `${this.#printf(bytes)} | nc ${after === 'end' ? '-N ' : ''}${host} ${port}`
  }

  /** Bytes as the output of a command. */
  #printf(bytes: Buffer): string {
    const text = bytes.subarray(0, MOST).toString('latin1')
    const escaped = text.replace(/[^\x20-\x7e]|['%\\]/g, escapedByte)
    const more = bytes.length > MOST ? ` # and ${bytes.length - MOST} more bytes` : ''
    return `printf ${this.#spliced(`'${escaped}'`)}${more}`
  }

  #quoted(text: string): string {
    return this.#spliced(`'${text.replaceAll("'", `'\\''`)}'`)
  }

  /** A word in single quotes, with the variables of its secrets in double quotes. */
  #spliced(word: string): string {
    const spliced = this.#secrets.reduce(
      (each, [secret, variable]) => each.replaceAll(secret, `'"$${variable}"'`),
      word,
    )
    return spliced.replace(/"''$/, '"')
  }
}

function escapedByte(character: string): string {
  if (character === '\r') return '\\r'
  if (character === '\n') return '\\n'
  if (character === '%') return '%%'
  return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`
}

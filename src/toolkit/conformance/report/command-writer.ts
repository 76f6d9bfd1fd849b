import { isUtf8 } from 'node:buffer'
import { headerOf, isRaw, type RawRequest, type SentRequest } from '../exchange/request.js'
import type { Masks } from '../secrets/masks.js'
import { printfOf, shellWord } from '../secrets/shell.js'
import type { TestTarget } from '../target/test-target.js'
import { printable } from './printable.js'
import { runsOf } from './runs.js'

/** Longest request that a command repeats to the letter, in bytes. */
const MOST = 16 * 1024

/** Writes requests as commands for a POSIX shell, with variables in place of secrets. */
export class CommandWriter {
  readonly #target: Pick<TestTarget, 'baseUrl' | 'host'>
  readonly #masks: Masks

  constructor(target: Pick<TestTarget, 'baseUrl' | 'host'>, masks: Masks) {
    this.#target = target
    this.#masks = masks
  }

  command(request: SentRequest | RawRequest): string {
    return isRaw(request) ? this.#raw(request) : this.#curl(request)
  }

  #curl(request: SentRequest): string {
    const { method, target, headers, body } = request
    const url = this.#word(`${this.#target.baseUrl}${target}`)
    const how = method === 'HEAD' ? '-I' : `-i -X ${this.#word(method)}`
    const lines = [
      `curl -sS ${how} ${literally(target)}${url}`,
      ...headers.map(
        ([name, value]) => `-H ${this.#word(value === '' ? `${name};` : `${name}: ${value}`)}`,
      ),
    ]
    const has = (name: string) => headerOf(request, name) !== undefined
    if (body === undefined || body.length === 0) {
      const isCounted = /^(POST|PUT|PATCH)$/.test(method) && !has('content-length')
      return [...lines, ...(isCounted ? ["-H 'Content-Length: 0'"] : [])].join(' \\\n  ')
    }
    // Curl would give it one.
    if (!has('content-type')) lines.push("-H 'Content-Type:'")
    const text = body.toString()
    // A report indents lines, and a terminal takes CR for the end of one.
    const isText = isUtf8(body) && printable(text) === text && !text.includes('\n')
    if (isText && body.length <= MOST)
      return [...lines, `--data-raw ${this.#word(text)}`].join(' \\\n  ')
    return this.#piped(body, [...lines, '--data-binary @-'].join(' \\\n  '))
  }

  #raw({ bytes, after }: RawRequest): string {
    const { host, baseUrl } = this.#target
    if (baseUrl.startsWith('https:')) {
      const connect = /:\d+$/.test(host) ? host : `${host}:443`
      return this.#piped(bytes, `openssl s_client -quiet -connect ${connect}`)
    }
    const [name = '', port = '80'] = host.split(/:(?=\d+$)/)
    return this.#piped(bytes, `nc ${after === 'end' ? '-N ' : ''}${name} ${port}`)
  }

  #piped(bytes: Buffer, command: string): string {
    const text = bytes.toString('latin1')
    const runs = text.length > MOST ? runsOf(text) : [text]
    const isShort = runs.filter((part) => typeof part === 'string').join('').length <= MOST
    const printed = (isShort ? runs : [text.slice(0, MOST)]).map((part) => {
      if (typeof part === 'string') return printfOf(this.#masks.parts(part))
      return `yes ${shellWord([part.unit])} | head -n ${part.times} | tr -d '\\n'`
    })
    const all = printed.length === 1 ? printed[0] : `{ ${printed.join('; ')}; }`
    const more = isShort ? '' : ` # and ${text.length - MOST} more bytes`
    return `${all} | ${command}${more}`
  }

  #word(text: string): string {
    return shellWord(this.#masks.parts(text))
  }
}

/** Options that keep curl from changing a target. */
function literally(target: string): string {
  const [path = ''] = target.split('?')
  const dots = /\/\.{1,2}(\/|$)/.test(path) ? '--path-as-is ' : ''
  return dots + (/[[\]{}]/.test(target) ? '-g ' : '')
}

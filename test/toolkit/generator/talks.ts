import { inspect } from 'node:util'
import type { Test } from 'tap'
import type { GenerateOptions } from '#toolkit/generator/generate-options.js'
import { inFull } from '../../helpers/made.js'
import { contractOf } from '../../helpers/serve-document.js'
import { talkTo } from '../../helpers/talk.js'
import { keeping } from '../runtime/keeping.js'

/**
 * Sends requests to the operations of a document, in short, which answer with the body that they get. A line has a
 * request, and the status of the response, or the whole of it, and behind `of` what the handler got as the body:
 *
 *     POST /0 {"id":1} -> 200 {"id":1} of { id: 1n }
 */
export async function talks(
  t: Test,
  document: string,
  lines: string,
  options: GenerateOptions = {},
): Promise<void> {
  const contract = await contractOf(t, inFull(document), options)
  const { app, kept } = await keeping(t, contract, {
    answer: ({ body }) => (body === undefined ? { status: 204 } : { status: 200, body }),
  })
  for (const line of lines.trim().split('\n')) {
    const [request = '', wanted = ''] = line.trim().split(' -> ')
    const response = await talkTo(app)(request)
    const got = kept.splice(0).map(({ body }) => inspect(body, SHOWN))
    const whole = [response, ...got].join(' of ')
    if (/^\d+$/.test(wanted)) t.equal(whole.slice(0, 3), wanted, `${line}: ${whole}`)
    else t.equal(wanted.includes(' of ') ? whole : response, wanted, request)
  }
}

const SHOWN = { depth: 9, breakLength: Infinity, compact: true } as const

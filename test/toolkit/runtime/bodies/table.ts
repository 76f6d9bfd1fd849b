import type { InjectOptions } from 'fastify'
import type { Test } from 'tap'
import { refused } from '../../../helpers/refused.js'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'
import { exact, type keeping, type Part } from '../keeping.js'

/** A text as it is, or as YAML if it has quotes around it; nothing for `-`. */
function textOf(cell: string): string | undefined {
  if (cell === '-') return undefined
  return /^(['"]).*\1$/s.test(cell) ? String(yamlOf(cell)) : cell
}

/**
 * Sends bodies: a method and a path, a media type, a body, and what the handler gets of it or the code of a refusal
 * and the end of its message. A last cell is the media type that the handler is told.
 */
export const checkBodies =
  (t: Test, { app, kept }: Awaited<ReturnType<typeof keeping>>) =>
  async (rows: string): Promise<void> => {
    for (const [target = '', type = '', body = '', outcome = '', told] of rowsOf(rows)) {
      const [method, url] = target.split(' ') as ['POST', string]
      const [contentType, payload] = [textOf(type), textOf(body)]
      const response = await app.inject({
        ...{
          method,
          url,
          headers: contentType === undefined ? {} : { 'content-type': contentType },
        },
        ...(payload !== undefined && { payload }),
      })
      const title = `${target} ${type}: ${body.slice(0, 60)} ${response.body}`
      const [, code, message] = /^(\d{5})(?: (.*))?$/.exec(outcome) ?? []
      if (code !== undefined) {
        refused(
          t,
          response,
          { error: Number(code), ...(message && { message: `: ${message}` }) },
          title,
        )
        t.same(kept, [], title)
        continue
      }
      t.ok(response.statusCode < 300, title)
      const request = kept.pop() ?? {}
      t.ok('body' in request, title)
      t.strictSame(
        request.body,
        outcome === 'undefined' ? undefined : exact(yamlOf(outcome)),
        title,
      )
      if (told !== undefined) t.equal(request.contentType, textOf(told), title)
    }
  }

/** Parts as text, between ` & `: `name=text`, or `name (media type, file name)=text`. A text has a byte a character. */
export function partsIn(cell: string): Part[] {
  return cell.split(' & ').map((each) => {
    const [, name = '', type, file, text = ''] =
      /^(.*?)(?: \(([^,)]*)(?:, ([^)]*))?\))?=(.*)$/s.exec(each) ?? []
    return [name, Buffer.from(text, 'latin1'), type, file]
  })
}

/** A request with a body. */
export const posting = (
  url: string,
  payload: NonNullable<InjectOptions['payload']>,
  type: string,
) => ({
  ...{ method: 'POST' as const, url, headers: { 'content-type': type }, payload },
})

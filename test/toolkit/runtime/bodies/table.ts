import type { InjectOptions } from 'fastify'
import type { Part } from '../keeping.js'

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
) => ({ ...{ method: 'POST' as const, url, headers: { 'content-type': type }, payload } })

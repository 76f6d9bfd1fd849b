import { Failure } from '../kernel/failure.js'
import type { Answer, Call } from '../kernel/points.js'
import type { CatalogPoints, Cover } from './points.js'

export function covers(p: CatalogPoints) {
  return {
    putCover(call: Call): Answer {
      const { id } = p.find(call)
      p.tenantOf(call).covers.set(id, { type: call.type, bytes: call.bytes })
      return { status: 204 }
    },

    getCover(call: Call): Answer {
      const cover = p.tenantOf(call).covers.get(p.find(call).id)
      if (!cover) throw new Failure(404, 'The book has no cover.')
      const { range } = call.parameters
      return range === undefined ? whole(cover) : part(cover, range as string, p)
    },
  }
}

function whole({ type, bytes }: Cover): Answer {
  return { status: 200, headers: { 'Accept-Ranges': 'bytes' }, type, body: bytes }
}

function part(cover: Cover, header: string, p: CatalogPoints): Answer {
  const size = cover.bytes.length
  const range = p.rangeOf(header, size)
  if (range === undefined) return whole(cover)
  if (range === 'none') {
    const headers = { 'Content-Range': `bytes */${size}` }
    throw new Failure(416, 'There is no such part.', { headers })
  }
  const [start, end] = range
  const headers = { 'Accept-Ranges': 'bytes', 'Content-Range': `bytes ${start}-${end}/${size}` }
  return { status: 206, headers, type: cover.type, body: cover.bytes.subarray(start, end + 1) }
}

export const coverParts = {
  /** One range of bytes; what is no such range is not looked at (RFC 9110, section 14.2). */
  rangeOf(header: string, size: number): [number, number] | undefined | 'none' {
    const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? []
    if (first === '' && last === '') return undefined
    if (first === '')
      return Number(last) === 0 ? 'none' : [Math.max(0, size - Number(last)), size - 1]
    if (last !== '' && Number(last) < Number(first)) return undefined
    if (Number(first) >= size) return 'none'
    return [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  },
}

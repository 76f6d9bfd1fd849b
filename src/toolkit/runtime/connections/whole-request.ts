/** The data of one request that has arrived alone and as a whole. */
export class WholeRequest {
  /** Length of its head. */
  headLength = 0
  /** Position behind the request line. */
  lineEnd = 0

  /**
   * Looks through a head once. It is false for whatever is not plain: several requests, empty lines before
   * the first line, ends of lines without CR, transfer codings.
   *
   * @returns true if the data from `from` on is one request.
   */
  find(data: Buffer, from: number): boolean {
    let at = afterLine(data, from)
    this.lineEnd = at
    let length = 0
    // A line of two characters is the empty one, if the one before it ends like it.
    for (let start = from; at > 0; start = at, at = afterLine(data, at)) {
      const isEmpty = at - start === 2
      if (isEmpty) {
        this.headLength = at - from
        return start > from && at + length === data.length
      }
      const code = (data[start] as number) | CASE
      if (code === C && startsWith(data, start, LENGTH)) {
        length = digitsAt(data, start + LENGTH.length)
      } else if (code === T && startsWith(data, start, CODING)) return false
    }
    return false
  }
}

const LENGTH = Buffer.from('content-length:')
const CODING = Buffer.from('transfer-encoding:')

/** The bit that makes a letter small; `-` and `:` have it. */
const CASE = 0x20
const C = 0x63
const T = 0x74
const CR = 0x0d
const LF = 0x0a
const SPACE = 0x20
const ZERO = 0x30

/** Position behind a line that ends with CR LF; 0 if there is none. */
function afterLine(data: Buffer, from: number): number {
  for (let at = from; at < data.length; at++) {
    if (data[at] === LF) return at > from && data[at - 1] === CR ? at + 1 : 0
  }
  return 0
}

/** True if a header has this name, in either case. */
function startsWith(data: Buffer, at: number, name: Buffer): boolean {
  for (let index = 0; index < name.length; index++) {
    if (((data[at + index] as number) | CASE) !== name[index]) return false
  }
  return true
}

/** The number at the end of a line; `NaN` for anything else. */
function digitsAt(data: Buffer, from: number): number {
  let at = from
  while (data[at] === SPACE) at++
  const first = at
  let value = 0
  for (let digit = digitAt(data, at); digit >= 0 && digit <= 9; digit = digitAt(data, at)) {
    value = 10 * value + digit
    at++
  }
  return at > first && data[at] === CR ? value : Number.NaN
}

function digitAt(data: Buffer, at: number): number {
  return (data[at] as number) - ZERO
}

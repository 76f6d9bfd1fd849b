/** The write-ahead log, as it would be read after a power cut: https://www.sqlite.org/fileformat2.html#walformat */

import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { CommitLog } from '../../../src/store/sqlite/write-ahead-log.js'

interface Kind {
  readonly pageSize: number
  /** True if checksums are of little-endian words. */
  readonly isLittle: boolean
}

const HEAD = 32
const FRAME = 24

/** A log as SQLite writes it, in which each frame ends a transaction or does not. */
class Written {
  readonly #kind: Kind
  #sum: [number, number] = [0, 0]
  bytes: Buffer = Buffer.alloc(HEAD)

  constructor(kind: Kind, salt = 1) {
    this.#kind = kind
    const { pageSize, isLittle } = kind
    const words = [isLittle ? 0x377f0682 : 0x377f0683, 3_007_000, pageSize, 0, salt, ~salt >>> 0]
    for (const [at, word] of words.entries()) this.bytes.writeUInt32BE(word, 4 * at)
    this.#add(this.bytes.subarray(0, 24))
    this.#write(this.bytes, 24)
  }

  /** @param text - Of a `c` each frame is a commit, of other letters none. */
  write(text: string): this {
    for (const [at, letter] of [...text].entries()) {
      const frame = Buffer.alloc(FRAME + this.#kind.pageSize, letter)
      frame.writeUInt32BE(at + 1, 0)
      frame.writeUInt32BE(letter === 'c' ? 0x1_00_00 : 0, 4)
      this.bytes.copy(frame, 8, 16, 24)
      this.#add(frame.subarray(0, 8))
      this.#add(frame.subarray(FRAME))
      this.#write(frame, 16)
      this.bytes = Buffer.concat([this.bytes, frame])
    }
    return this
  }

  #add(bytes: Buffer): void {
    let [a, b] = this.#sum
    const word = (at: number) =>
      this.#kind.isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
    for (let at = 0; at < bytes.length; at += 8) {
      a = (a + word(at) + b) % 2 ** 32
      b = (b + word(at + 4) + a) % 2 ** 32
    }
    this.#sum = [a, b]
  }

  #write(to: Buffer, at: number): void {
    to.writeUInt32BE(this.#sum[0], at)
    to.writeUInt32BE(this.#sum[1], at + 4)
  }
}

const SMALL = { pageSize: 512, isLittle: true }

/** Changes one bit. */
function flip(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] as number) ^ 1
  return changed
}

/** The position of a frame. */
const frameAt = (n: number, { pageSize } = SMALL) => HEAD + n * (FRAME + pageSize)

/** A log that was read, and its later content. */
function read(t: Test, bytes: Buffer) {
  const file = path.join(t.testdir(), 'wal')
  writeFileSync(file, bytes)
  const log = new CommitLog(file)
  t.teardown(() => log.close())
  return { log, file, put: (other: Buffer) => writeFileSync(file, other) }
}

t.test(
  'what was committed is found, whatever the size of pages and the order of bytes',
  async (t) => {
    for (const pageSize of [512, 4096, 32_768]) {
      for (const isLittle of [true, false]) {
        for (const [text, frames] of [
          ['', 0],
          ['x', 0],
          ['c', 1],
          ['xxc', 3],
          ['ccx', 2],
          ['cxxxcxx', 5],
          ['c'.repeat(100), 100],
        ] as const) {
          const { log } = read(t, new Written({ pageSize, isLittle }).write(text).bytes)
          t.equal(log.frames, frames, `${text}, pages of ${pageSize}, ${isLittle}`)
        }
      }
    }
  },
)

t.test(
  'reading continues after the last commit, and returns whether there is a new one',
  async (t) => {
    const written = new Written(SMALL).write('c')
    const { log, put } = read(t, written.bytes)
    const seen: [more: string, found: boolean, frames: number][] = []
    for (const more of ['', 'c', 'xx', 'x', 'xc', 'ccc']) {
      put(written.write(more).bytes)
      seen.push([more, log.advance(), log.frames])
      t.equal(log.isIntact(), true)
      t.equal(log.isSound(), true)
    }
    t.same(seen, [
      ['', false, 1],
      ['c', true, 2],
      ['xx', false, 2],
      ['x', false, 2],
      ['xc', true, 7],
      ['ccc', true, 10],
    ])
  },
)

t.test('the log ends before an incomplete or foreign frame', async (t) => {
  const { bytes } = new Written(SMALL).write('cccc')
  const table: [what: string, bytes: Buffer, frames: number][] = [
    ['no file', Buffer.alloc(0), 0],
    ['a part of a head', bytes.subarray(0, HEAD - 1), 0],
    ['a head', bytes.subarray(0, HEAD), 0],
    ['another mark', flip(bytes, 0), 0],
    ['another order of bytes', flip(bytes, 3), 0],
    ['another salt', flip(bytes, 16), 0],
    ['another first sum', flip(bytes, 27), 0],
    ['another second sum', flip(bytes, 31), 0],
    ['another mark of zeros', Buffer.alloc(bytes.length), 0],
    ['a frame and a half', bytes.subarray(0, frameAt(2) - 1), 1],
    ['two frames', bytes.subarray(0, frameAt(2)), 2],
    ['another number of a page', flip(bytes, frameAt(2)), 2],
    ['another size of the database', flip(bytes, frameAt(2) + 7), 2],
    ['another first salt of a frame', flip(bytes, frameAt(2) + 8), 2],
    ['another second salt of a frame', flip(bytes, frameAt(2) + 15), 2],
    ['another first sum of a frame', flip(bytes, frameAt(2) + 19), 2],
    ['another second sum of a frame', flip(bytes, frameAt(2) + 23), 2],
    ['another first byte of a page', flip(bytes, frameAt(2) + FRAME), 2],
    ['another last byte of a page', flip(bytes, frameAt(3) - 1), 2],
    ['another frame in its place', Buffer.concat([bytes, bytes.subarray(frameAt(1))]), 4],
    ['all of it', bytes, 4],
  ]
  for (const [what, there, frames] of table) t.equal(read(t, there).log.frames, frames, what)
})

t.test('a loss of what was read is noticed, a loss of what follows is not', async (t) => {
  const { bytes } = new Written(SMALL).write('ccxx')
  const table: [what: string, bytes: Buffer, isIntact: boolean][] = [
    ['nothing has changed', bytes, true],
    ['what was not committed is cut off', bytes.subarray(0, frameAt(2)), true],
    ['what was not committed is another', flip(bytes, frameAt(2) + FRAME), true],
    ['the last commit is cut off', bytes.subarray(0, frameAt(2) - 1), false],
    ['both are cut off', bytes.subarray(0, HEAD), false],
    ['all is cut off', Buffer.alloc(0), false],
    ['the last commit begins otherwise', flip(bytes, frameAt(1)), false],
    ['the last commit ends otherwise', flip(bytes, frameAt(2) - 1), false],
    ['the head ends otherwise', flip(bytes, HEAD - 1), false],
  ]
  for (const [what, there, isIntact] of table) {
    const { log, put } = read(t, bytes)
    put(there)
    t.equal(log.isIntact(), isIntact, what)
    t.equal(log.isSound(), isIntact, what)
    t.equal(log.advance(), false, what)
    t.equal(log.frames, 2, what)
  }
})

t.test('a restarted log is sound', async (t) => {
  const first = new Written(SMALL, 1).write('ccc')
  for (const [text, found, frames] of [
    ['', false, 0],
    ['x', false, 0],
    ['c', true, 1],
    ['ccccc', true, 5],
  ] as const) {
    const { bytes } = new Written(SMALL, 2).write(text)
    // SQLite overwrites it, and leaves the rest.
    const over = Buffer.concat([bytes, first.bytes.subarray(bytes.length)])
    const { log, put } = read(t, first.bytes)
    put(over)
    t.equal(log.isIntact(), false)
    t.equal(log.advance(), found, text)
    t.equal(log.frames, frames, text)
    t.equal(log.isIntact(), true)
    const other = read(t, first.bytes)
    other.put(over)
    t.equal(other.log.isSound(), true)
    t.equal(other.log.frames, 0, 'until it is read')
  }
})

t.test('a missing log is sound, and is read when it appears', async (t) => {
  const { log, put } = read(t, Buffer.alloc(0))
  t.same([log.isIntact(), log.isSound(), log.advance()], [false, true, false])
  const written = new Written(SMALL).write('cc')
  put(written.bytes)
  t.same([log.advance(), log.frames], [true, 2])
  log.forget()
  t.same([log.frames, log.isIntact(), log.isSound()], [0, false, true])
  t.same([log.advance(), log.frames], [true, 2], 'it is read from the beginning')
})

t.test('a hole or foreign bytes, and what follows, are cut off', async (t) => {
  const { bytes } = new Written(SMALL).write('ccxcc')
  const table: [what: string, bytes: Buffer, length: number][] = [
    ['no hole', bytes, bytes.length],
    ['a hole in the second', flip(bytes, frameAt(2) - 1), frameAt(1)],
    ['a hole in what belongs to a commit', flip(bytes, frameAt(3) - 1), frameAt(2)],
    ['a hole in the last', flip(bytes, frameAt(4)), frameAt(4)],
    ['more behind it', Buffer.concat([bytes, Buffer.alloc(100)]), bytes.length],
    ['no head', flip(bytes, 0), 0],
  ]
  for (const [what, there, length] of table) {
    const { log, file, put } = read(t, bytes)
    put(there)
    log.trim()
    t.same(readFileSync(file), there.subarray(0, length), what)
  }
  const { log, file } = read(t, bytes)
  truncateSync(file, frameAt(2) + 5)
  log.trim()
  t.equal(readFileSync(file).length, frameAt(2))
})

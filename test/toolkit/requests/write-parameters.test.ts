import t, { type Test } from 'tap'
import {
  json,
  Unwritable,
  type WrittenParameter,
  writeCookie,
  writeHeader,
  writePath,
  writeQuery,
} from '#toolkit/requests/write-parameters.js'

type Write = (parameter: WrittenParameter, value: unknown) => string
type Row = readonly [how: Partial<WrittenParameter>, value: unknown, text: string | undefined]

/**
 * Each row is written as its text says; without a text, it cannot be written. The examples of the specification are in
 * `../runtime/parameters/styles.test.ts`.
 */
function rows(t: Test, write: Write, all: readonly Row[]): void {
  for (const [how, value, text] of all) {
    const told = `${how.style ?? 'no style'}${how.explode ? ', exploded' : ''}: ${json(value)}`
    const found = textOr(() => write({ name: 'p[', ...how }, value))
    t.equal(found, text, told)
  }
}

/** What is written; `undefined` if nothing can be. */
function textOr(write: () => string): string | undefined {
  try {
    return write()
  } catch (error) {
    if (error instanceof Unwritable) return undefined
    throw error
  }
}

const lone = '\ud800'
const explode = true

t.test('texts of a path', async (t) => {
  rows(t, writePath, [
    [{}, 'a/b é', 'a%2Fb%20%C3%A9'],
    [{}, "-_~.!*'()", '-_%7e%2e%21%2a%27%28%29'],
    [{}, true, 'true'],
    [{}, 12n, '12'],
    [{}, [], undefined],
    [{}, {}, undefined],
    [{}, null, undefined],
    [{}, [null], undefined],
    [{}, [['a']], undefined],
    [{}, { a: 1, 'b c': 'd' }, 'a,1,b%20c,d'],
    [{ explode }, { a: 1, 'b c': 'd' }, 'a=1,b%20c=d'],
    [{}, '', undefined],
    [{}, '.', undefined],
    [{}, '..', undefined],
    [{}, '...', '%2e%2e%2e'],
    [{ style: 'label' }, '', undefined],
    [{ style: 'matrix' }, ['a', 'b'], ';p%5B=a,b'],
    [{ style: 'matrix', explode }, null, undefined],
    [{ style: 'matrix', explode }, ['a', 'b'], ';p%5B=a;p%5B=b'],
    [{ style: 'matrix', explode }, [], undefined],
    [{ style: 'matrix', explode }, { a: 1, 'b[': 2 }, ';a=1;b%5B=2'],
    [{ style: 'matrix', explode }, {}, undefined],
    [{ style: 'content', mediaType: 'application/json' }, ['a'], '%5B%22a%22%5D'],
    [{ style: 'content', mediaType: 'text/plain' }, 'a b', 'a%20b'],
    [{ style: 'content' }, ['a'], undefined],
  ])
  const found = textOr(() => writePath({ name: 'p' }, lone))
  t.equal(found, undefined)
})

t.test('texts of a query', async (t) => {
  rows(t, writeQuery, [
    [{}, 'a&b', 'p%5B=a%26b'],
    [{ explode }, ['a', 'b&'], 'p%5B=a&p%5B=b%26'],
    [{ explode }, [], undefined],
    [{ explode }, { a: 1, 'b[': 2 }, 'a=1&b%5B=2'],
    [{ explode }, {}, undefined],
    [{ explode }, null, undefined],
    [{ style: 'tabDelimited' }, ['a', 'b'], 'p%5B=a%09b'],
    [{ style: 'content', mediaType: 'application/json' }, { a: 1n }, 'p%5B=%7B%22a%22%3A1%7D'],
    [{ style: 'content', mediaType: 'text/plain' }, 'a b', 'p%5B=a%20b'],
    [
      { style: 'deepObject' },
      { a: 1, b: { 'c[': true } },
      'p%5B%5Ba%5D=1&p%5B%5Bb%5D%5Bc%5B%5D=true',
    ],
    [{ style: 'deepObject' }, {}, undefined],
    [{ style: 'deepObject' }, null, undefined],
    [{ style: 'deepObject' }, 'a', undefined],
    [{ style: 'deepObject' }, { a: ['b'] }, undefined],
  ])
})

t.test('texts of a header', async (t) => {
  rows(t, writeHeader, [
    [{}, 'YQ==', 'YQ=='],
    [{ explode }, { a: 'YQ==' }, undefined],
    [{}, 'é', undefined],
    [{}, 'a b', 'a b'],
    [{}, 'a,b', undefined],
    [{ style: 'content', mediaType: 'application/json' }, { a: 'b c' }, '{"a":"b c"}'],
    [{ style: 'content', mediaType: 'text/plain' }, 'a b', 'a b'],
    [{ style: 'content', mediaType: 'text/plain' }, ' a', undefined],
  ])
})

t.test('texts of a cookie', async (t) => {
  const name = 'p'
  rows(t, writeCookie, [
    [{ name }, 'a b', 'p=a%20b'],
    [{ name: 'p,' }, 'a', undefined],
    [{ name: 'p;' }, 'a', undefined],
    [{ name, style: 'cookie' }, 'a%b', 'p=a%b'],
    [{ name, style: 'cookie' }, 'a b', undefined],
    [{ name, style: 'cookie' }, 'a\\b', undefined],
    [{ name, style: 'content', mediaType: 'text/plain' }, 'a', undefined],
  ])
})

t.test('what UTF-8 cannot hold is no JSON; another mistake is none of a request', async (t) => {
  t.equal(json({ a: 2n ** 60n }), '{"a":1152921504606846976}')
  const found = textOr(() => json([lone]))
  t.equal(found, undefined)
  t.throws(() => json(undefined), TypeError)
})

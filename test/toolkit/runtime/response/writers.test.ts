import { Readable } from 'node:stream'
import t from 'tap'
import type { ParameterContract } from '#toolkit/openapi/parameter.js'
import { multipartOf, printForm } from '#toolkit/runtime/response/forms.js'
import { writeHeader } from '#toolkit/runtime/response/headers.js'

const fault = (message: string) => ({ name: 'TypeError', message })

/** A field `a` of a form, or none that is described. */
function fields(style?: string, explode = false): ParameterContract[] {
  return style === undefined ? [] : [{ name: 'a', style, explode } as unknown as ParameterContract]
}

t.test('a form', async (t) => {
  const list = ['x y', 'é&=', null, 5, true, 2n ** 60n]
  const object = { k: 1, l: { m: ['n', 2] }, o: null }
  const table: [value: unknown, field: ParameterContract[], text: string][] = [
    [{}, fields(), ''],
    [{ a: undefined, b: 1 }, fields(), 'b=1'],
    [{ a: '', 'b c': null }, fields(), 'a=&b+c='],
    [{ a: list }, fields(), 'a=x+y&a=%C3%A9%26%3D&a=&a=5&a=true&a=1152921504606846976'],
    [{ a: list }, fields('form', true), 'a=x+y&a=%C3%A9%26%3D&a=&a=5&a=true&a=1152921504606846976'],
    [{ a: [1, 2] }, fields('form'), 'a=1,2'],
    [{ a: { b: 1, c: 2 } }, fields('form'), 'a=b,1,c,2'],
    [{ a: { a: 1, c: '2 3' } }, fields('form', true), 'a=1&c=2+3'],
    [{ a: [1, 2] }, fields('spaceDelimited'), 'a=1+2'],
    [{ a: [1, 2] }, fields('pipeDelimited'), 'a=1%7C2'],
    [{ a: [1, 2] }, fields('tabDelimited'), 'a=1%092'],
    [{ a: [1, 2] }, fields('content'), 'a=%5B1%2C2%5D'],
    [{ a: [] }, fields(), ''],
    [{ a: [] }, fields('form'), 'a='],
    [
      { a: object },
      fields(),
      'a=%7B%22k%22%3A1%2C%22l%22%3A%7B%22m%22%3A%5B%22n%22%2C2%5D%7D%2C%22o%22%3Anull%7D',
    ],
    [
      { a: object },
      fields('deepObject', true),
      'a%5Bk%5D=1&a%5Bl%5D%5Bm%5D%5B0%5D=n&a%5Bl%5D%5Bm%5D%5B1%5D=2&a%5Bo%5D=',
    ],
    [{ a: 'x', b: ['y', 'z'] }, fields('pipeDelimited'), 'a=x&b=y&b=z'],
    [['x', 'y'], fields(), '0=x&1=y'],
  ]
  for (const [value, field, text] of table) t.equal(printForm(value, field), text)
})

t.test('values that a form cannot hold', async (t) => {
  for (const value of [null, undefined, 'a', 5]) {
    t.throws(() => printForm(value, []), fault('a form is an object'))
  }
  for (const [style, delimiter] of [
    ['form', ','],
    ['spaceDelimited', ' '],
    ['pipeDelimited', '|'],
    ['tabDelimited', '\t'],
  ] as const) {
    t.throws(
      () => printForm({ a: ['x', `y${delimiter}z`] }, fields(style)),
      fault('an item of a has the delimiter of the list in it'),
      style,
    )
  }
  t.throws(() => printForm({ a: '\ud800' }, []), fault('a text has a lone surrogate'))
})

t.test('values that a header cannot hold', async (t) => {
  const noWay = fault('a header has no way to write this value')
  const comma = fault('an item of a list in a header has a comma')
  for (const value of [() => 1, Symbol('a'), [[1]], [{}], { a: [] }, { a: {} }]) {
    t.throws(() => writeHeader('a', value), noWay)
  }
  for (const value of [['a,b'], { 'a,b': 1 }, { a: 'b,c' }]) {
    t.throws(() => writeHeader('a', value), comma)
  }
  t.throws(() => writeHeader('Set-Cookie', [{}]), noWay)
})

/** Everything that is sent of a body, with `--b` as what divides it. */
async function sent(value: object): Promise<string> {
  let text = ''
  for await (const chunk of multipartOf(value, 'b')) text += chunk
  return text
}

const file = (contentType: string, filename?: string) => ({
  ...{ contentType, filename },
  stream: Readable.from(['bytes']),
})

t.test('values that a part cannot hold', async (t) => {
  for (const type of ['', 'a\r\nb', 'é', 'a\u007f']) {
    await t.rejects(sent({ a: file(type) }), fault('a media type is one line of ASCII'))
  }
  for (const value of [{ '\ud800': 1 }, { a: '\ud800' }, { a: file('a/b', '\ud800') }]) {
    await t.rejects(sent(value), fault('a text has a lone surrogate'))
  }
})

import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'

/** Serialization of a parameter, and its warnings. */
function read(place: string, own: object, version: object = { openapi: '3.2.0' }) {
  const name = place === 'path' ? 'a' : 'b'
  const items = { type: 'integer' }
  const isOld = 'swagger' in version
  const list = { type: 'array', items }
  const parameter = { name, in: place, required: place === 'path', ...own }
  const other = { name: 'a', in: 'path', required: true, ...(isOld ? items : { schema: items }) }
  const parameters = [
    ...(place === 'path' ? [] : [other]),
    { ...parameter, ...(isOld ? list : { schema: list }) },
  ]
  const get = { operationId: 'x', parameters, responses: { 204: { description: 'd' } } }
  const info = { title: 'T', version: '1' }
  const document = { ...version, info, paths: { '/x/{a}': { get } } }
  const { model, warnings } = generateFrom(parse('a.json', JSON.stringify(document)))
  const all = model.operations[0]?.parameterGroups.flatMap(({ parameters }) => parameters) ?? []
  const { style, explode, allowEmptyValue, allowReserved, deprecated } =
    all.find((each) => each.in === place && each.name === name) ?? {}
  return {
    written: { style, explode, allowEmptyValue, allowReserved, deprecated },
    told: warnings.map(({ message }) => message),
  }
}

const PLAIN = { allowEmptyValue: undefined, allowReserved: undefined, deprecated: false }
const STYLES = [
  ...['simple', 'form', 'label', 'matrix', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  ...['cookie', 'none'],
]

const NO_OBJECT = '`deepObject` writes the members of an object, and this schema allows none'
const EXPLODED = ['form', 'deepObject', 'cookie']

/** Styles of a location, the default first. */
const places: Readonly<Record<string, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
}

for (const [place, [usual = '', ...others]] of Object.entries(places)) {
  t.test(`how a parameter is written: ${place}`, async (t) => {
    const own = { ...PLAIN, style: usual, explode: EXPLODED.includes(usual) }
    t.strictSame(read(place, {}), { written: own, told: [] })
    for (const explode of [true, false]) {
      t.strictSame(read(place, { explode }), { written: { ...own, explode }, told: [] })
    }
    t.strictSame(read(place, { deprecated: true }).written, { ...own, deprecated: true })
    const allowed = place === 'query' ? true : undefined
    t.strictSame(read(place, { allowEmptyValue: true }).written, {
      ...own,
      allowEmptyValue: allowed,
    })
    t.strictSame(read(place, { allowReserved: true }).written, { ...own, allowReserved: allowed })
    t.strictSame(read(place, { allowReserved: false, allowEmptyValue: false }).written, own)
    for (const style of STYLES) {
      const isKnown = [usual, ...others].includes(style)
      const explode = EXPLODED.includes(isKnown ? style : usual)
      t.strictSame(read(place, { style }), {
        written: { ...own, explode, style: isKnown ? style : usual },
        told: isKnown
          ? style === 'deepObject'
            ? [NO_OBJECT]
            : []
          : [`\`${style}\` is no style of a parameter in ${place}; taken for ${usual}`],
      })
    }
  })
}

t.test('collections of 2.0', async (t) => {
  const table: [place: string, format: string | undefined, style: string, explode: boolean][] = [
    ['query', undefined, 'form', false],
    ['query', 'csv', 'form', false],
    ['query', 'multi', 'form', true],
    ['query', 'ssv', 'spaceDelimited', false],
    ['query', 'tsv', 'tabDelimited', false],
    ['query', 'pipes', 'pipeDelimited', false],
    ['path', undefined, 'simple', false],
    ['path', 'csv', 'simple', false],
    ['header', 'csv', 'simple', false],
  ]
  const version = { swagger: '2.0' }
  for (const [place, collectionFormat, style, explode] of table) {
    const { written, told } = read(
      place,
      { ...(collectionFormat && { collectionFormat }) },
      version,
    )
    t.strictSame(written, { ...PLAIN, style, explode }, `${place} ${collectionFormat}`)
    t.strictSame(told, [])
  }
  t.strictSame(read('query', { collectionFormat: 'x', allowEmptyValue: true }, version), {
    written: { ...PLAIN, style: 'form', explode: false, allowEmptyValue: true },
    told: ['`x` is no collectionFormat; taken for csv'],
  })
})

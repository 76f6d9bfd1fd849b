import t from 'tap'
import {
  Unwritable,
  writeCookie,
  writeHeader,
  writePath,
  writeQuery,
} from '#toolkit/requests/write-parameters.js'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'
import { checkRows, checkTypes, rowsFrom } from './table.js'

/** The Style Examples of 3.1 (section 4.8.12) and of 3.1.1 and 3.2, which corrected them. */

const SCHEMAS = [
  '{type: string}',
  '{type: string}',
  '{type: array, items: {type: string}}',
  '{type: object, properties: {R: {type: integer}, G: {type: integer}, B: {type: integer}}}',
]
const VALUES = ["''", 'blue', '[blue, black, brown]', '{R: 100, G: 200, B: 150}']

// An empty label is a dot: alone in a segment it would never arrive (RFC 3986, section 5.2.4).
/**
 * The place, the style, whether it explodes, and the texts of an empty text, a text, an array and an object,
 * divided by two spaces; none if the style cannot write it.
 */
const TABLE = rowsOf(`
  path | matrix | false | ;color=  ;color | ;color=blue | ;color=blue,black,brown | ;color=R,100,G,200,B,150
  path | matrix | true | ;color=  ;color | ;color=blue | ;color=blue;color=black;color=brown | ;R=100;G=200;B=150
  path | label | false | | .blue | .blue,black,brown  .blue.black.brown | .R,100,G,200,B,150  .R.100.G.200.B.150
  path | label | true | | .blue | .blue.black.brown | .R=100.G=200.B=150
  path | simple | false | | blue | blue,black,brown | R,100,G,200,B,150
  path | simple | true | | blue | blue,black,brown | R=100,G=200,B=150
  query | form | false | color=  color | color=blue | color=blue,black,brown | color=R,100,G,200,B,150
  query | form | true | color=  color | color=blue | color=blue&color=black&color=brown | R=100&G=200&B=150
  query | spaceDelimited | false | | | color=blue%20black%20brown  color=blue+black+brown | color=R%20100%20G%20200%20B%20150
  query | spaceDelimited | true | | | color=blue&color=black&color=brown |
  query | pipeDelimited | false | | | color=blue%7Cblack%7Cbrown  color=blue|black|brown  color=blue%7cblack%7cbrown | color=R%7C100%7CG%7C200%7CB%7C150  color=R|100|G|200|B|150
  query | pipeDelimited | true | | | color=blue&color=black&color=brown |
  query | deepObject | true | | | color[]=blue&color[]=black&color[]=brown  color[0]=blue&color[2]=brown&color[1]=black | color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150  color[R]=100&color[G]=200&color[B]=150
  header | simple | false | | blue | blue,black,brown | R,100,G,200,B,150
  header | simple | true | | blue | blue,black,brown | R=100,G=200,B=150
  cookie | form | false | color= | color=blue | color=blue,black,brown | color=R,100,G,200,B,150
  cookie | form | true | color= | color=blue | color=blue&color=black&color=brown | R=100&G=200&B=150
  cookie | cookie | false | color= | color=blue | color=blue,black,brown | color=R,100,G,200,B,150
  cookie | cookie | true | color= | color=blue | color=blue; color=black; color=brown | R=100; G=200; B=150
`)

/** What stands before the text of a parameter in a request. */
const BEFORE: Record<string, string> = {
  ...{ path: '/', query: '?', header: 'color: ', cookie: 'cookie: ' },
}

const blocks = TABLE.flatMap(([place = '', style, explode, ...written]) =>
  SCHEMAS.flatMap((schema, at) => {
    const texts = written[at]?.split(/ {2,}/).filter(Boolean) ?? []
    if (texts.length === 0) return []
    const sent = texts.map((text) => BEFORE[place] + text).join(' || ')
    return `  ${place} ${style} ${explode} of ${schema}
    ${place} color {style: ${style}, explode: ${explode}, schema: ${schema}}
    ${sent} => {color: ${VALUES[at]}}
`
  }),
)
const rows = rowsFrom(blocks.join(''))

const WRITERS = { path: writePath, query: writeQuery, header: writeHeader, cookie: writeCookie }

t.test('a request has the first text of each example that it can have', async (t) => {
  const unwritten: string[] = []
  for (const [place = '', style = '', explode = '', ...written] of TABLE) {
    const how = { name: 'color', style, explode: explode === 'true' } as const
    for (const [at, texts] of written.entries()) {
      const [first = ''] = texts.split(/ {2,}/)
      if (first === '') continue
      const title = `${place} ${style} ${explode} ${VALUES[at]}`
      try {
        const text = WRITERS[place as keyof typeof WRITERS](how as never, yamlOf(VALUES[at] ?? ''))
        t.equal(text, first, title)
      } catch (error) {
        if (!(error instanceof Unwritable)) throw error
        unwritten.push(title)
      }
    }
  }
  t.same(unwritten, [
    'query deepObject true [blue, black, brown]',
    ...["cookie form false ''", "cookie form true ''", 'cookie form true [blue, black, brown]'],
    ...['cookie form true {R: 100, G: 200, B: 150}', "cookie cookie false ''"],
    ...["cookie cookie true ''", 'cookie cookie true [blue, black, brown]'],
    'cookie cookie true {R: 100, G: 200, B: 150}',
  ])
})

t.test('the examples of the specification', (t) => checkRows(t, rows))
t.test('the types of the handler match', (t) => checkTypes(t, rows))

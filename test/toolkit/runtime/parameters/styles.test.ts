import t from 'tap'
import { checkRows, checkTypes, type Row } from './table.js'

/** The Style Examples of 3.1 (section 4.8.12) and of 3.1.1 and 3.2, which corrected them. */

const STRING = { type: 'string' }
const ARRAY = { type: 'array', items: STRING }
const INT = { type: 'integer' }
const OBJECT = { type: 'object', properties: { R: INT, G: INT, B: INT } }

const BLUE = 'blue'
const COLORS = ['blue', 'black', 'brown']
const RGB = { R: 100, G: 200, B: 150 }

type Texts = readonly (string | readonly string[])[]
/** The texts of each type; undefined if the style cannot write it. */
type Written = { empty?: Texts; string?: Texts; array?: Texts; object?: Texts }

// An empty label is a dot: alone in a segment it would never arrive (RFC 3986, section 5.2.4).
const path: [style: string, explode: boolean, written: Written][] = [
  [
    'matrix',
    false,
    {
      empty: [';color', ';color='],
      string: [';color=blue'],
      array: [';color=blue,black,brown'],
      object: [';color=R,100,G,200,B,150'],
    },
  ],
  [
    'matrix',
    true,
    {
      empty: [';color'],
      string: [';color=blue'],
      array: [';color=blue;color=black;color=brown'],
      object: [';R=100;G=200;B=150'],
    },
  ],
  [
    'label',
    false,
    {
      string: ['.blue'],
      array: ['.blue,black,brown', '.blue.black.brown'],
      object: ['.R,100,G,200,B,150', '.R.100.G.200.B.150'],
    },
  ],
  [
    'label',
    true,
    {
      string: ['.blue'],
      array: ['.blue.black.brown'],
      object: ['.R=100.G=200.B=150'],
    },
  ],
  [
    'simple',
    false,
    {
      string: ['blue'],
      array: ['blue,black,brown'],
      object: ['R,100,G,200,B,150'],
    },
  ],
  [
    'simple',
    true,
    {
      string: ['blue'],
      array: ['blue,black,brown'],
      object: ['R=100,G=200,B=150'],
    },
  ],
]

const query: typeof path = [
  [
    'form',
    false,
    {
      empty: ['color=', 'color'],
      string: ['color=blue'],
      array: ['color=blue,black,brown'],
      object: ['color=R,100,G,200,B,150'],
    },
  ],
  [
    'form',
    true,
    {
      empty: ['color=', 'color'],
      string: ['color=blue'],
      array: ['color=blue&color=black&color=brown'],
      object: ['R=100&G=200&B=150'],
    },
  ],
  [
    'spaceDelimited',
    false,
    {
      array: ['color=blue%20black%20brown', 'color=blue+black+brown'],
      object: ['color=R%20100%20G%20200%20B%20150'],
    },
  ],
  ['spaceDelimited', true, { array: ['color=blue&color=black&color=brown'] }],
  [
    'pipeDelimited',
    false,
    {
      array: ['color=blue%7Cblack%7Cbrown', 'color=blue|black|brown', 'color=blue%7cblack%7cbrown'],
      object: ['color=R%7C100%7CG%7C200%7CB%7C150', 'color=R|100|G|200|B|150'],
    },
  ],
  ['pipeDelimited', true, { array: ['color=blue&color=black&color=brown'] }],
  [
    'deepObject',
    true,
    {
      array: [
        'color[]=blue&color[]=black&color[]=brown',
        'color[0]=blue&color[2]=brown&color[1]=black',
      ],
      object: [
        'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150',
        'color[R]=100&color[G]=200&color[B]=150',
      ],
    },
  ],
]

const header: typeof path = path.filter(([style]) => style === 'simple')

const cookie: typeof path = [
  [
    'form',
    false,
    {
      empty: ['color='],
      string: ['color=blue'],
      array: ['color=blue,black,brown'],
      object: ['color=R,100,G,200,B,150'],
    },
  ],
  [
    'form',
    true,
    {
      empty: ['color='],
      string: ['color=blue'],
      array: ['color=blue&color=black&color=brown'],
      object: ['R=100&G=200&B=150'],
    },
  ],
  [
    'cookie',
    false,
    {
      empty: ['color='],
      string: ['color=blue'],
      array: ['color=blue,black,brown'],
      object: ['color=R,100,G,200,B,150'],
    },
  ],
  [
    'cookie',
    true,
    {
      empty: ['color='],
      string: ['color=blue'],
      array: ['color=blue; color=black; color=brown'],
      object: ['R=100; G=200; B=150'],
    },
  ],
]

const PLACES = {
  path: { styles: path, member: 'params', sent: (text: string) => ({ path: `/${text}` }) },
  query: { styles: query, member: 'query', sent: (text: string) => ({ query: `?${text}` }) },
  header: {
    styles: header,
    member: 'headers',
    sent: (text: string) => ({ headers: { color: text } }),
  },
  cookie: {
    styles: cookie,
    member: 'cookies',
    sent: (text: string) => ({ headers: { cookie: text } }),
  },
}

const VALUES = { empty: '', string: BLUE, array: COLORS, object: RGB }
const SCHEMAS = { empty: STRING, string: STRING, array: ARRAY, object: OBJECT }
type Kind = keyof typeof VALUES

const rows = Object.entries(PLACES).flatMap(([place, { styles, member, sent }]) =>
  styles.flatMap(([style, explode, written]) =>
    (Object.keys(written) as Kind[]).map(
      (kind): Row => [
        `${place} ${style} ${explode} ${kind}`,
        [{ name: 'color', in: place, style, explode, schema: SCHEMAS[kind] }],
        ...(written[kind] as string[]).map(
          (text) => [sent(text), { [member]: { color: VALUES[kind] } }] as const,
        ),
      ],
    ),
  ),
)

t.test('the examples of the specification', (t) => checkRows(t, rows))
t.test('the types of the handler match', (t) => checkTypes(t, rows))

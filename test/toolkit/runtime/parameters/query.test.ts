import t from 'tap'
import { tableOf } from '../../../helpers/rows.js'
import { checkRows, checkTypes, type Row } from './table.js'

const INT64 = { type: 'integer', format: 'int64' }
const MAX = 2n ** 63n - 1n
const strings = { type: 'array', items: { type: 'string' } }
const ints = { type: 'array', items: { type: 'integer' } }
const q = (schema: object, more: object = {}) => ({ name: 'q', in: 'query', schema, ...more })
/** A query that reaches the handler as `q`, and one that does not. */
const is = (query: string, value: unknown) =>
  [{ query: `?${query}` }, { query: { q: value } }] as const
const no = (query: string, message: RegExp) => [{ query: `?${query}` }, message] as const
const nothing = (query: string) => [{ query: `?${query}` }, { query: {} }] as const
const own = (name: string, value: unknown) => Object.fromEntries([[name, value]])

const array = (items: object) => ({ type: 'array', items })
const list = { explode: false }
const deep = { style: 'deepObject', explode: true }

const rows: Row[] = [
  ...tableOf<Row>(`
  reserved characters | [{name: q, in: query, schema: {type: string}, allowReserved: true}] | [{query: '?q=a+b/?c@d'}, {query: {q: 'a+b/?c@d'}}]
  a pattern without commas | [{name: q, in: query, schema: {type: array, items: {type: string, pattern: '^[a-z]+$'}}, explode: false}] | [{query: '?q=a%2Cb'}, {query: {q: [a, b]}}]
  a pattern with commas | [{name: q, in: query, schema: {type: array, items: {type: string, pattern: '^[^a]+$'}}, explode: false}] | [{query: '?q=b%2Cb'}, {query: {q: ['b,b']}}]
  pipes | [{name: q, in: query, schema: {type: array, items: {type: string}}, style: pipeDelimited, explode: false}] | [{query: '?q=a%7Cb|c'}, {query: {q: ['a|b', c]}}]
  an empty number | [{name: q, in: query, schema: {type: integer, default: 3}, allowEmptyValue: true}] | [{query: '?q='}, {query: {q: 3}}]
  an empty list | [{name: q, in: query, schema: {type: array, items: {type: integer}}, allowEmptyValue: true}] | [{query: '?q'}, {query: {q: []}}]
  an empty object | [{name: q, in: query, schema: {type: object}, allowEmptyValue: true, style: deepObject, explode: true}] | [{query: '?q'}, {query: {q: {}}}]
  an empty text | [{name: q, in: query, schema: {type: string}, allowEmptyValue: true}] | [{query: '?q'}, {query: {q: ''}}]
  an empty null | [{name: q, in: query, schema: {type: ['null', number]}, allowEmptyValue: true}] | [{query: '?q'}, {query: {q: null}}]
  no word for null in texts | [{name: q, in: query, schema: {type: [string, 'null']}}] | [{query: '?q=null'}, {query: {q: 'null'}}] | [{query: '?q='}, {query: {q: ''}}]
  arrays without items | [{name: q, in: query, schema: {type: array}}] | [{query: '?q=1&q=a'}, {query: {q: ['1', a]}}]
  any value | [{name: q, in: query, schema: {}}] | [{query: '?q=1'}, {query: {q: '1'}}]
  objects of any members | [{name: q, in: query, schema: {type: object}}] | [{query: '?b=x&b[]=y'}, {query: {q: {b: x, 'b[]': 'y'}}}]
  JSON without int64s | [{name: q, in: query, content: {application/problem+json: {schema: {type: array, items: {type: integer}}}}}] | [{query: '?q=[1]'}, {query: {q: [1]}}]
`),
  [
    'text is decoded exactly',
    [q({ type: 'string' })],
    is('q=a+b', 'a b'),
    is('q=a%20b%2Bc', 'a b+c'),
    is('q=%F0%9F%8C%B1', '🌱'),
    is('q=a=b=c', 'a=b=c'),
    is('q', ''),
    is('&&q=1&', '1'),
    is('%71=1', '1'),
    is('q=%00', '\0'),
    no('q=%', /: query\.q must be percent-encoded UTF-8\.$/),
    no('q=%zz', /: query\.q must be percent-encoded UTF-8\.$/),
    no('q=%ff', /: query\.q must be percent-encoded UTF-8\.$/),
    no('q=%C0%80', /: query\.q must be percent-encoded UTF-8\.$/),
    no('q=%ED%A0%80', /: query\.q must be percent-encoded UTF-8\.$/),
    no('q=1&%ff=2', /: query must be percent-encoded UTF-8\.$/),
    no('q=1&q=1', /: query\.q must be given once: it is one value, and no list\.$/),
    no('q=1&%71=1', /: query\.q must be given once: it is one value, and no list\.$/),
    no('%71=1&q=1', /: query\.q must be given once: it is one value, and no list\.$/),
    nothing('other=%ff'),
    nothing('Q=1'),
    nothing('q[a]=1'),
  ],
  [
    'names that are sent encoded',
    [q({ type: 'string' }, { name: 'a b' }), q({ type: 'string' }, { name: 'a+b' })],
    [{ query: '?a+b=1&a%2Bb=2' }, { query: { 'a b': '1', 'a+b': '2' } }],
    [{ query: '?a%20b=1' }, { query: { 'a b': '1' } }],
    no('a+b=1&a%20b=2', /: query\.a b must be given once: it is one value, and no list\.$/),
  ],
  [
    'numbers as JSON writes them',
    [q({ type: 'number' })],
    is('q=1.50', 1.5),
    is('q=-0.25', -0.25),
    is('q=%31.5', 1.5),
    is('q=0.1000000000000000055511151231257827', 0.1),
    is('q=1234567890123456.5', 1234567890123456.5),
    is('q=1.5e1', 15),
    ...['1.', '.5', '01.5', '-.5', '+1.5', '1.5.5', '1.5%0A', '-', ''].map((text) =>
      no(`q=${text}`, /: query\.q must be number\.$/),
    ),
  ],
  [
    'reserved characters in a list',
    [q(strings, { allowReserved: true })],
    is('q=a+b/?c@d&q=%2B', ['a+b/?c@d', '+']),
  ],
  [
    'lists are divided before they are decoded',
    [q(strings, list)],
    is('q=a%2Cb,c', ['a,b', 'c']),
    is('q=a%2Cb', ['a,b']),
    is('q=,', ['', '']),
    is('q=a&q=b,c', ['a', 'b', 'c']),
    no('q=a,%', /: query\.q must be percent-encoded UTF-8\.$/),
  ],
  [
    'where no item can be a text an encoded comma divides',
    [q(ints, list)],
    is('q=1%2C2%2c3', [1, 2, 3]),
    is('q=1,2', [1, 2]),
    no('q=1%2C2,3', /: query\.q\/0 must be integer\.$/),
    no('q=', /: query\.q\/0 must be integer\.$/),
  ],
  [
    'where no item can have a comma an encoded one divides',
    [q(array({ enum: ['a', 'b'] }), list)],
    is('q=a%2Cb', ['a', 'b']),
    is('q=a,b', ['a', 'b']),
    no('q=a%2Cc', /: query\.q\/1 must be equal to one of the allowed values: "a", "b"\.$/),
  ],
  [
    'a name alone, where it is allowed',
    [q({ type: 'boolean' }, { allowEmptyValue: true })],
    is('q', true),
    is('q=', true),
    is('q=false', false),
    nothing(''),
  ],
  [
    'null',
    [q({ type: ['integer', 'null'] })],
    is('q=', null),
    is('q=null', null),
    is('q=1', 1),
    no('q=nil', /: query\.q must be integer or null\.$/),
  ],
  [
    'exact integers',
    [q(INT64)],
    is(`q=${MAX}`, MAX),
    is('q=1.0', 1n),
    no(`q=${MAX + 1n}`, /: query\.q must be int64\.$/),
    no('q=1.0000000000000000001', /: query\.q must be int64\.$/),
  ],
  [
    'integers that no number is near to',
    [q({ type: 'integer' })],
    is('q=1e3', 1000),
    no('q=1.0000000000000000001', /: query\.q must be integer\.$/),
    no('q=1e400', /: query\.q must be integer\.$/),
  ],
  [
    'what may be a number or a text is a number where it is written as one',
    [q({ anyOf: [{ type: 'integer', maximum: 9 }, { type: 'boolean' }, { type: 'string' }] })],
    is('q=5', 5),
    is('q=true', true),
    is('q=007', '007'),
    is('q=1e1', '1e1'),
    is('q=5.0', '5.0'),
    is('q=10', '10'),
    is('q=a', 'a'),
  ],
  [
    'a reading that helps one parameter, and none for another',
    [
      q({ anyOf: [{ type: 'integer', maximum: 9 }, { type: 'string' }] }),
      { name: 'r', in: 'query', schema: { type: 'integer' } },
    ],
    no('q=10&r=x', /: query\.r must be integer\.$/),
    no('r=x', /: query\.r must be integer\.$/),
  ],
  [
    'a number or members',
    [
      q({
        anyOf: [{ type: 'object', properties: { a: { type: 'integer' } } }, { type: 'integer' }],
      }),
    ],
    is('q=1', 1),
    is('a=1', { a: 1 }),
    no('a=x', /: query\.q/),
  ],
  [
    'one or many',
    [q({ oneOf: [{ type: 'integer' }, ints] })],
    is('q=1', 1),
    is('q=1&q=2', [1, 2]),
    no('q=a', /: query\.q/),
    no('q=a&q=b', /: query\.q/),
  ],
  [
    'one or a list',
    [q({ oneOf: [{ type: 'string' }, strings] }, list)],
    is('q=a', 'a'),
    is('q=a,b', ['a', 'b']),
  ],
  [
    'a word or a list that has others',
    [q({ anyOf: [{ enum: ['all'] }, { type: 'array', items: { enum: ['a', 'b'] } }] })],
    is('q=all', 'all'),
    is('q=a', ['a']),
    no('q=c', /: query\.q/),
  ],
  [
    'items that are no numbers though they look so',
    [q({ type: 'array', items: { anyOf: [{ type: 'integer', maximum: 9 }, { type: 'string' }] } })],
    is('q=1&q=a', [1, 'a']),
    is('q=10&q=a', ['10', 'a']),
  ],
  [
    'arrays of arrays',
    [q({ type: 'array', items: ints })],
    is('q=1,2&q=3', [[1, 2], [3]]),
    is('q=%5B1%5D&q=2', [[1], [2]]),
  ],
  [
    'arrays of lists between pipes',
    [q({ type: 'array', items: ints }, { style: 'pipeDelimited', explode: false })],
    is('q=1,2|3', [[1, 2], [3]]),
  ],
  [
    'tuples',
    [
      q(
        {
          type: 'array',
          prefixItems: [{ type: 'integer' }, { type: 'string' }],
          items: { type: 'boolean' },
        },
        list,
      ),
    ],
    is('q=1,2,true', [1, '2', true]),
  ],
  [
    'an enum without a type',
    [q({ enum: [1, 2, 'a', null] })],
    is('q=1', 1),
    is('q=a', 'a'),
    no('q=3', /: query\.q/),
  ],
  [
    'arrays of objects are JSON, which has a way to write them',
    [
      q({
        type: 'array',
        items: { type: 'object', properties: { id: INT64, n: { type: 'number' } } },
      }),
    ],
    is('q=%7B%22id%22:9007199254740993,%22n%22:9007199254740993%7D&q={}', [
      { id: 2n ** 53n + 1n, n: 2 ** 53 },
      {},
    ]),
    no('q=%7B%22id%22:1,%22id%22:2%7D', /: query\.q must be JSON: an object has a member twice\.$/),
    is('q=%7B%22x%22:[1]%7D', [{ x: [1] }]),
    no('q=%7B%22n%22:1e400%7D', /: query\.q\/0\/n must be number\.$/),
    no('q=1', /: query\.q\/0 must be object\.$/),
  ],
  [
    'objects in a list',
    [q({ type: 'object', properties: { a: { type: 'integer' }, b: strings } }, list)],
    is('q=a,1,c,x', { a: 1, c: 'x' }),
    is('q=a%2C1%2cc%2Cx', { a: 1, c: 'x' }),
    is('q=a,1,c,x%2Cy', { a: 1, c: 'x,y' }),
    is('q=b,1,b,2', { b: ['1', '2'] }),
    is('q=', {}),
    is('q=%7B%22a%22%3A1%7D', { a: 1 }),
    no(
      'q=__proto__,1',
      /: query\.q must not have a member `__proto__` or `constructor\.prototype`\.$/,
    ),
    no('q=a', /: query\.q must be a list of names and values\.$/),
    no('q=a,1,a,2', /: query\.q must be given once: it is one value, and no list\.$/),
    no('q=a,1&q=a,2', /: query\.q must be given once: it is one value, and no list\.$/),
    no('q=a,x', /: query\.q\/a must be integer\.$/),
  ],
  [
    'deep objects',
    [
      q(
        {
          type: 'object',
          properties: {
            a: { type: 'object', properties: { b: INT64 } },
            list: ints,
            objects: {
              type: 'array',
              items: { type: 'object', properties: { n: { type: 'integer' } } },
            },
          },
        },
        deep,
      ),
    ],
    is('q[a][b]=9007199254740993', { a: { b: 2n ** 53n + 1n } }),
    is('q%5Ba%5D%5Bb%5D=1', { a: { b: 1n } }),
    is('q[list][]=1&q[list][]=2', { list: [1, 2] }),
    is('q[list]=1&q[list]=2', { list: [1, 2] }),
    is('q[list][1]=1&q[list][0]=2&q[list][]=3', { list: [2, 1, 3] }),
    is('q[objects][0][n]=1&q[objects][7][n]=2', { objects: [{ n: 1 }, { n: 2 }] }),
    is('q[x]=1&q[y][z]=2', { x: '1', y: { z: '2' } }),
    is('q[]=1', own('', '1')),
    no(
      'q[__proto__][polluted]=1',
      /: query\.q must not have a member `__proto__` or `constructor\.prototype`\.$/,
    ),
    no(
      'q[constructor][prototype][polluted]=1',
      /: query\.q must not have a member `__proto__` or `constructor\.prototype`\.$/,
    ),
    is('q[constructor]=1', own('constructor', '1')),
    no('q[a]=1', /: query\.q\/a must be object\.$/),
    no('q[a][b]=1&q[a]=2', /: query\.q must be given once: it is one value, and no list\.$/),
    no('q[a][b]=1&q[a][b]=2', /: query\.q must be given once: it is one value, and no list\.$/),
    no('q=1', /: query\.q must be object\.$/),
    no(`q${'[a]'.repeat(17)}=1`, /: query is nested too deeply\.$/),
    no('q[a][b]=%', /: query\.q must be percent-encoded UTF-8\.$/),
    nothing('q[=1'),
    nothing('q[a]b=1'),
    nothing('r[a]=1'),
  ],
  [
    'a list or a number in brackets',
    [
      { name: 'expand', in: 'query', schema: strings, ...deep },
      q(
        {
          anyOf: [{ type: 'object', properties: { gt: { type: 'integer' } } }, { type: 'integer' }],
        },
        deep,
      ),
    ],
    [{ query: '?expand[]=a&expand[]=b' }, { query: { expand: ['a', 'b'] } }],
    [{ query: '?expand[0]=a' }, { query: { expand: ['a'] } }],
    [{ query: '?expand=a' }, { query: { expand: ['a'] } }],
    is('q[gt]=5', { gt: 5 }),
    is('q=5', 5),
    no('expand[a]=1', /: query\.expand must be array\.$/),
  ],
  [
    'a number is no place for brackets',
    [q({ type: 'integer' }, deep), { name: 'q[x]', in: 'query', schema: { type: 'string' } }],
    nothing('q[a]=1'),
    [{ query: '?q[x]=1' }, { query: { 'q[x]': '1' } }],
  ],
  [
    'names with brackets before brackets',
    [
      q({ type: 'object', properties: { a: strings } }, deep),
      { ...q({ type: 'object' }, deep), name: 'q[a]' },
      { ...q({ type: 'object' }, deep), name: "'] = x['" },
    ],
    [{ query: '?q[a][b]=1&q[b]=2' }, { query: { q: { b: '2' }, 'q[a]': { b: '1' } } }],
    [{ query: '?%27]%20=%20x[%27[a]=1' }, { query: {} }],
    [{ query: '?%27]%20%3D%20x[%27[a]=1' }, { query: { "'] = x['": { a: '1' } } }],
    no("'] %3D x['[a]=1&'] %3D x['[a]=1", /must be given once: it is one value, and no list\.$/),
  ],
  [
    'objects whose members stand alone',
    [
      q({
        type: 'object',
        properties: { a: { type: 'integer' }, limit: { type: 'integer' }, tags: strings },
      }),
      { name: 'limit', in: 'query', schema: { type: 'string' } },
    ],
    [
      { query: '?a=1&limit=2&tags=x&tags=y' },
      { query: { q: { a: 1, tags: ['x', 'y'] }, limit: '2' } },
    ],
    is('q=%7B%22a%22:1%7D', { a: 1 }),
    nothing('z=1'),
    no('a=1&a=2', /: query\.q must be given once: it is one value, and no list\.$/),
    no('a=x', /: query\.q\/a must be integer\.$/),
  ],
  [
    'a member that two objects have is a member of both',
    [
      q({ type: 'object', properties: { a: { type: 'integer' } } }),
      { name: 'r', in: 'query', schema: { type: 'object', properties: { a: { type: 'string' } } } },
    ],
    [{ query: '?a=1' }, { query: { q: { a: 1 }, r: { a: '1' } } }],
  ],
  [
    'objects that take every other name',
    [
      q({
        type: 'object',
        properties: { a: { type: 'string' } },
        additionalProperties: { type: 'integer' },
      }),
      { name: 'limit', in: 'query', schema: { type: 'string' } },
    ],
    [{ query: '?a=1&b=2&limit=3' }, { query: { q: { a: '1', b: 2 }, limit: '3' } }],
    no(
      'b=2&__proto__=4',
      /: query\.q must not have a member `__proto__` or `constructor\.prototype`\.$/,
    ),
    no('b=x', /: query\.q\/b must be integer\.$/),
  ],
  [
    'closed objects',
    [
      q(
        { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
        deep,
      ),
    ],
    no('q[b]=1', /: query\.q\/b is not allowed\.$/),
    is('q[a]=1', { a: '1' }),
  ],
  [
    'objects by patterns',
    [q({ type: 'object', patternProperties: { '^n': { type: 'integer' } } }, deep)],
    is('q[n1]=1', { n1: 1 }),
  ],
  [
    'JSON',
    [
      {
        name: 'q',
        in: 'query',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                id: INT64,
                n: { type: 'integer' },
                ids: { type: 'array', items: INT64 },
              },
            },
          },
        },
      },
    ],
    is('q=%7B%22id%22%3A9223372036854775807%2C%22n%22%3A1%2C%22ids%22%3A%5B1%5D%7D', {
      id: MAX,
      n: 1,
      ids: [1n],
    }),
    is('q={"x":9223372036854775807}', { x: 2 ** 63 }),
    no('q={"__proto__":1}', /: query\.q must be JSON: an object has a member `__proto__` or /),
    no('q={"n":1e400}', /: query\.q\/n must be integer\.$/),
    no('q={"id":1.5}', /: query\.q\/id must be int64\.$/),
    no('q={', /: query\.q must be JSON: the text is not valid JSON: it ends too early\.$/),
    no('q="%5CuD800"', /: query\.q must be JSON: a string has a lone surrogate\.$/),
    no('q=1&q=2', /: query\.q must be given once: it is one value, and no list\.$/),
    no('q=1', /: query\.q must be object\.$/),
  ],
  [
    'JSON beside int64s',
    [
      { name: 'q', in: 'query', content: { 'application/json': { schema: ints } } },
      { name: 'r', in: 'query', schema: INT64 },
    ],
    [{ query: '?q=[1]&r=1' }, { query: { q: [1], r: 1n } }],
  ],
  [
    'another media type',
    [{ name: 'q', in: 'query', content: { 'text/plain': { schema: { type: 'integer' } } } }],
    is('q=1', 1),
    no('q=a', /: query\.q must be integer\.$/),
  ],
  [
    'defaults',
    [
      q({ type: 'object', properties: { id: INT64 }, default: { id: 5 } }, deep),
      {
        name: 'r',
        in: 'query',
        schema: { type: 'array', items: INT64, default: [7] },
      },
      {
        name: 's',
        in: 'query',
        schema: { type: 'object', additionalProperties: INT64, default: { x: 1 } },
        ...deep,
      },
    ],
    [{}, { query: { q: { id: 5n }, r: [7n], s: { x: 1n } } }],
  ],
]

t.test('queries', (t) => checkRows(t, rows))
t.equal(({} as { polluted?: unknown }).polluted, undefined)
t.test('the types of the handler match', (t) => checkTypes(t, rows))

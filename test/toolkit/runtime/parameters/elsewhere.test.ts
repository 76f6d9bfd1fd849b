import t from 'tap'
import {
  checkRows,
  checkTypes,
  FORM,
  INT,
  INT64,
  INTS,
  ONCE,
  rowsFrom,
  STRINGS,
  TEXT,
  UTF8,
} from './table.js'

const ONE = `{type: object, properties: {a: ${INT64}}}`
const OBJECT = `{type: object, properties: {id: ${INT64}, tags: ${STRINGS}}}`
const BAD_JSON = 'must be JSON: the text is not valid JSON…'

const rows = rowsFrom(`
  a path is decoded once, and a plus is a plus
    path p ${TEXT}
    /a+b => {p: a+b}
    /%2541 => {p: '%41'}
    /%E2%82%AC%2F%3F%23 => {p: '€/?#'}
    /a?p=b => {p: a}
  lists in paths are divided before they are decoded
    path p ${STRINGS}
    /a%2Cb,c => {p: ['a,b', c]}
    /a => {p: [a]}
  labels
    path p {schema: ${STRINGS}, style: label, explode: true}
    /.a%2Eb.c => {p: [a.b, c]}
    /a => ! path.p must begin with "."
  commas divide a label that has dots, too
    path p {schema: ${STRINGS}, style: label}
    /.a.b,c => {p: [a.b, c]}
  label numbers
    path p {schema: {type: number}, style: label}
    /.1.5 => {p: 1.5}
  matrices
    path p {schema: ${INTS}, style: matrix, explode: true}
    /;p=1;p=2 => {p: [1, 2]}
    /;q=1 => ! path.p must be written as ;p=
    /1 => ! path.p must begin with ";"
  objects in paths
    path p {schema: {type: object, additionalProperties: ${INT64}}, explode: true}
    /a%2Cb=1,c=9007199254740993 => {p: {'a,b': 1n, c: 9007199254740993n}}
    /a => ! path.p must be object
    /a=1,a=2 => ! path.p/a ${ONCE}
  matrix objects
    path p {schema: ${ONE}, style: matrix, explode: true}
    /;a=1 || /;p=%7B%22a%22:1%7D => {p: {a: 1n}}
  matrix objects with a member of the same name
    path p {schema: {type: object, properties: {a: ${INT64}, p: ${INT64}}}, style: matrix, explode: true}
    /;a=1;p=2 => {p: {a: 1n, p: 2n}}
    /;p=2 => {p: {p: 2n}}
  JSON in paths
    path p {content: {application/json: {schema: {type: array, items: ${INT64}}}}}
    /%5B9007199254740993%5D => {p: [9007199254740993n]}
    /[1] => {p: [1n]}
    /[ => ! path.p ${BAD_JSON}
  headers are what they are
    header X-H ${TEXT}
    x-h: a%20+b => {x-h: a%20+b}
    x-h: a, b || x-h: a | x-h: b => {x-h: 'a, b'}
    - => {}
  headers in several lines (RFC 9110, section 5.3)
    header From ${TEXT}
    header Cookie ${TEXT}
    header N ${INT}
    from: a | from: b | cookie: c=1 | cookie: d=2 => {from: 'a, b', cookie: c=1; d=2}
    n: 1 | n: 1 => ! header.n must be integer
  lists in headers (RFC 9110, section 5.6.1)
    header X-H ${STRINGS}
    x-h: ' a ,, b,' => {x-h: [a, b]}
    x-h: a | x-h: b,c => {x-h: [a, b, c]}
    x-h: "a,b", c => {x-h: ['"a,b"', c]}
    x-h: W/"a\\",b",c => {x-h: ['W/"a\\",b"', c]}
    x-h: "a,b => {x-h: ['"a,b']}
    x-h: '' => {x-h: []}
  objects in headers
    header X-H {schema: ${ONE}, explode: true}
    x-h: a=1, b=x=y, c => {x-h: {a: 1n, b: 'x=y', c: ''}}
    x-h: '' => {x-h: {}}
  cookies (RFC 6265, sections 4.2 and 5.4)
    cookie c ${TEXT}
    cookie: c=1 || cookie: a=0;c=1;  d=2 || cookie: c="1" => {c: '1'}
    cookie: c=" => {c: '"'}
    cookie: c=1; c=2 => {c: '1'}
    cookie: c=a=b&c => {c: 'a=b&c'}
    cookie: c=a%20b+c => {c: a b+c}
    cookie: c=a bé => {c: a bé}
    cookie: c; ; d=1 || - => {}
    cookie: c=% => ! cookie.c ${UTF8}
  cookies as they are
    cookie c {schema: ${TEXT}, style: cookie}
    cookie: c=%20% => {c: '%20%'}
  exploded cookies
    cookie c ${INTS}
    cookie: c=1&c=2; c=3 => {c: [1, 2, 3]}
    cookie: c=1&d => {c: [1]}
  objects in cookies
    cookie c {schema: {type: object, additionalProperties: ${INT64}}, style: cookie, explode: true}
    cookie: a=1; constructor=2 => {c: {a: 1n, constructor: 2n}}
    cookie: =3; a=1 => {c: {'': 3n, a: 1n}}
    cookie: x => {}
  JSON in cookies
    cookie c {content: {application/json: {schema: ${ONE}}}}
    cookie: c=%7B%22a%22%3A1%7D => {c: {a: 1n}}
    cookie: c=%7B => ! cookie.c ${BAD_JSON}
  a query that is JSON
    querystring all {content: {application/json: {schema: ${OBJECT}}}}
    ?%7B%22id%22%3A9007199254740993%7D => {id: 9007199254740993n}
    ?{"tags":["a+b"]} => {tags: [a+b]}
    - || ? => undefined
    ?[] => ! query must be object
    ?{"id":"a"} => ! query/id must be int64
    ?% => ! query ${UTF8}
    ?a=1 => ! query ${BAD_JSON}
  a query that is required
    querystring all {content: {application/json: {schema: ${OBJECT}}}, required: true}
    ?{} => {}
    - || ? => ! query is required
  a query that is a number, or of no type
    querystring all {content: {text/plain: {schema: ${INT}}}}
    ?12 => 12
    ?a => ! query must be integer
  a query of no type
    querystring all {content: {text/plain: {schema: {}}}}
    ?12 => '12'
  a query that is a form
    querystring all {content: {${FORM}: {schema: ${OBJECT}}}}
    ?id=1&tags=a+b&tags=c&x=1 => {id: 1n, tags: [a b, c], x: '1'}
    ?id=1&id=2 => ! query/id ${ONCE}
    ?& => {}
    ?id=x => ! query/id must be int64
    ?id=% => ! query/id ${UTF8}
    ?%=1 => ! query ${UTF8}
    ?x=1&x=2 => {x: ['1', '2']}
  a form with members without a name
    querystring all {content: {${FORM}: {schema: {type: object, additionalProperties: ${INT64}}}}}
    ?a=1 => {a: 1n}
    ?a=x => ! query/a must be int64
  a form with a default
    querystring all {content: {${FORM}: {schema: {type: object, properties: {id: ${INT64}, tags: ${STRINGS}}, default: {id: 1}}}}}
    - => {id: 1n}
    ?id=2 => {id: 2n}
  a default that breaks its schema
    querystring all {content: {${FORM}: {schema: {type: object, properties: {id: ${INT64}, tags: ${STRINGS}}, default: {tags: 1}}}}}
    - => ! query/tags must be array
  a query that is a text
    querystring all {content: {text/plain: {schema: ${TEXT}}}}
    ?a+b%20c => a+b c
  names that every object has
    header constructor ${TEXT}
    - => {}
`)

t.test('parameters of paths, headers and cookies, and whole queries', (t) => checkRows(t, rows))
// No type can say that the last member is not there.
t.test('the types of the handler match', (t) => checkTypes(t, rows.slice(0, -1)))

import t from 'tap'
import { checkRows, checkTypes, DEEP, FORM, INT, INTS, ONCE, rowsFrom, TEXT } from './table.js'

const PAIRS = `type: object, properties: {page: ${INT}, size: ${INT}}`
const PAGE = `{${PAIRS}}`

const nothing = rowsFrom(`
  a form
    query q {required: true, schema: ${PAGE}}
    - => {q: {}}
    ?size=2 => {q: {size: 2}}
  a form among others
    query q {required: true, schema: ${PAGE}}
    ?x=1 => {q: {}}
  a form that takes any name
    query q {required: true, schema: {type: object}}
    - => {q: {}}
  a deep object
    query q {required: true, schema: ${PAGE}, ${DEEP}}
    - => {q: {}}
    ?q[page]=2 => {q: {page: 2}}
  what may be null too
    query q {required: true, schema: {type: [object, 'null'], properties: {page: ${INT}, size: ${INT}}}}
    - => {q: {}}
  what is required has no default
    query q {required: true, schema: {${PAIRS}, default: {page: 1}}}
    - => {q: {}}
  one that is not required
    query q {required: false, schema: ${PAGE}}
    - => {}
  a member that is missing
    query q {required: true, schema: {${PAIRS}, required: [page]}}
    - || ?size=1 => ! query.q must have required property 'page'
  a member of a deep object that is missing
    query q {required: true, schema: {${PAIRS}, required: [page]}, ${DEEP}}
    - => ! query.q must have required property 'page'
  too few members
    query q {required: true, schema: {${PAIRS}, minProperties: 1}}
    - => ! query.q must NOT have fewer than 1 propert…
  an object in one pair
    query q {required: true, schema: ${PAGE}, explode: false}
    - => ! query.q is required
  what may be a text
    query q {required: true, schema: {anyOf: [${PAGE}, ${TEXT}]}}
    - => ! query.q is required
  what may be a list
    query q {required: true, schema: {anyOf: [${PAGE}, ${INTS}]}}
    - => ! query.q is required
  what may be anything
    query q {required: true, schema: {}}
    - => ! query.q is required
  a list
    query q {required: true, schema: ${INTS}}
    - => ! query.q is required
  JSON
    query q {required: true, content: {application/json: {schema: ${PAGE}}}}
    - => ! query.q is required
  an object in a header
    header q {required: true, schema: ${PAGE}, explode: true}
    - => ! header.q is required
`)

const ownNames = rowsFrom(`
  an exploded object in a query has a member of its own name
    query page ${PAGE}
    ?page=0&size=20 => {page: {page: 0, size: 20}}
    ?page=3 => {page: {page: 3}}
    ?page=x&size=1 => ! query.page/page must be integer
    ?page=1&page=2 => ! query.page/page ${ONCE}
  an exploded object in a query has its own name among those that the schema does not list
    query page {type: object, additionalProperties: ${INT}}
    ?page=1&b=2 => {page: {page: 1, b: 2}}
    ?page=x => ! query.page/page must be integer
  a number or an exploded object with a member of its own name is an object where it has other members
    query page {oneOf: [{${PAIRS}, required: [size]}, ${INT}]}
    ?page=1 => {page: 1}
    ?page=1&size=2 => {page: {page: 1, size: 2}}
  the name of an exploded object is free for a member of another one
    query page {type: object, properties: {size: ${INT}}}
    query other ${PAGE}
    ?page=1 => {other: {page: 1}}
  an exploded object whose empty value is allowed has a member of its own name, too
    query page {schema: ${PAGE}, allowEmptyValue: true}
    ?page => {page: {}}
    ?page=1 => {page: {page: 1}}
  an exploded object in cookies has a member of its own name
    cookie page ${PAGE}
    cookie: page=0; size=20 => {page: {page: 0, size: 20}}
    cookie: page=x => ! cookie.page/page must be integer
  a matrix object has its own name among those that the schema does not list
    path page {schema: {type: object, additionalProperties: ${INT}}, style: matrix, explode: true}
    /;page=1;b=2 => {page: {page: 1, b: 2}}
    /;page=x => ! path.page/page must be integer
  a whole query that is a form has an exploded object with a member of its own name
    querystring whole {content: {${FORM}: {schema: {type: object, properties: {page: ${PAGE}}}, encoding: {page: {style: form}}}}}
    ?page=1&size=2 => {page: {page: 1, size: 2}}
    ?page=x => ! query/page/page must be integer
`)

t.test('an empty object is sent as nothing', (t) => checkRows(t, nothing))
t.test('exploded objects with members of their own names', (t) => checkRows(t, ownNames))
t.test('the types of the handler match', (t) => checkTypes(t, nothing))

import t from 'tap'
import {
  checkRows,
  checkTypes,
  DEEP,
  INT,
  INT64,
  INTS,
  ONCE,
  rowsFrom,
  STRINGS,
  TEXT,
  UTF8,
} from './table.js'

const POLLUTING = 'must not have a member `__proto__` or `constructor.prototype`'

const rows = rowsFrom(`
  reserved characters
    query q {schema: ${TEXT}, allowReserved: true}
    query l {schema: ${STRINGS}, allowReserved: true}
    ?q=a+b/?c@d&l=a+b/?c@d&l=%2B => {q: 'a+b/?c@d', l: ['a+b/?c@d', '+']}
  a pattern without commas
    query q {schema: {type: array, items: {type: string, pattern: '^[a-z]+$'}}, explode: false}
    ?q=a%2Cb => {q: [a, b]}
  a pattern with commas
    query q {schema: {type: array, items: {type: string, pattern: '^[^a]+$'}}, explode: false}
    ?q=b%2Cb => {q: ['b,b']}
  an empty value of each type, where it is allowed
    query n {schema: {type: integer, default: 3}, allowEmptyValue: true}
    query l {schema: ${INTS}, allowEmptyValue: true}
    query o {schema: {type: object}, allowEmptyValue: true, ${DEEP}}
    query t {schema: ${TEXT}, allowEmptyValue: true}
    query z {schema: {type: ['null', number]}, allowEmptyValue: true}
    ?n=&l&o&t&z => {'n': 3, l: [], o: {}, t: '', z: null}
  no word for null in texts
    query q {type: [string, 'null']}
    ?q=null => {q: 'null'}
    ?q= => {q: ''}
  arrays without items
    query q {type: array}
    ?q=1&q=a => {q: ['1', a]}
  any value
    query q {}
    ?q=1 => {q: '1'}
  objects of any members
    query q {type: object}
    ?b=x&b[]=y => {q: {b: x, 'b[]': 'y'}}
  text is decoded exactly
    query q ${TEXT}
    ?q=a+b => {q: a b}
    ?q=a%20b%2Bc => {q: a b+c}
    ?q=%F0%9F%8C%B1 => {q: "🌱"}
    ?q=a=b=c => {q: 'a=b=c'}
    ?q => {q: ''}
    ?&&q=1& || ?%71=1 => {q: '1'}
    ?q=%00 => {q: "\\u0000"}
    ?q=% || ?q=%zz || ?q=%ff || ?q=%C0%80 || ?q=%ED%A0%80 => ! query.q ${UTF8}
    ?q=1&%ff=2 => ! query ${UTF8}
    ?q=1&q=1 || ?q=1&%71=1 || ?%71=1&q=1 => ! query.q ${ONCE}
    ?other=%ff || ?Q=1 || ?q[a]=1 || ?toString=a&hasOwnProperty=1 => {}
  names that are sent encoded
    query 'a b' ${TEXT}
    query a+b ${TEXT}
    ?a+b=1&a%2Bb=2 => {a b: '1', a+b: '2'}
    ?a%20b=1 => {a b: '1'}
    ?a+b=1&a%20b=2 => ! query.a b ${ONCE}
  numbers as JSON writes them
    query q {type: number}
    ?q=1.50 => {q: 1.5}
    ?q=-0.25 => {q: -0.25}
    ?q=%31.5 => {q: 1.5}
    ?q=0.1000000000000000055511151231257827 => {q: 0.1}
    ?q=1234567890123456.5 => {q: 1234567890123456.5}
    ?q=1.5e1 => {q: 15}
    ?q=1. || ?q=.5 || ?q=01.5 || ?q=-.5 || ?q=+1.5 || ?q=1.5.5 || ?q=1.5%0A => ! query.q must be number
    ?q=- || ?q= => ! query.q must be number
  lists are divided before they are decoded
    query q {schema: ${STRINGS}, explode: false}
    ?q=a%2Cb,c => {q: ['a,b', c]}
    ?q=a%2Cb => {q: ['a,b']}
    ?q=, => {q: ['', '']}
    ?q=a&q=b,c => {q: [a, b, c]}
    ?q=a,% => ! query.q ${UTF8}
  where no item can be a text an encoded comma divides
    query q {schema: ${INTS}, explode: false}
    ?q=1%2C2%2c3 => {q: [1, 2, 3]}
    ?q=1,2 => {q: [1, 2]}
    ?q=1%2C2,3 || ?q= => ! query.q/0 must be integer
  where no item can have a comma an encoded one divides
    query q {schema: {type: array, items: {enum: [a, b]}}, explode: false}
    ?q=a%2Cb || ?q=a,b => {q: [a, b]}
    ?q=a%2Cc => ! query.q/1 must be equal to one of the allowed values: "a", "b"
  a name alone, where it is allowed
    query q {schema: {type: boolean}, allowEmptyValue: true}
    ?q || ?q= => {q: true}
    ?q=false => {q: false}
    ? => {}
  null
    query q {type: [integer, 'null']}
    ?q= || ?q=null => {q: null}
    ?q=1 => {q: 1}
    ?q=nil => ! query.q must be integer or null
  exact integers
    query q ${INT64}
    ?q=9223372036854775807 => {q: 9223372036854775807n}
    ?q=1.0 => {q: 1n}
    ?q=9223372036854775808 || ?q=1.0000000000000000001 => ! query.q must be int64
  integers that no number is near to
    query q ${INT}
    ?q=1e3 => {q: 1000}
    ?q=1.0000000000000000001 || ?q=1e400 => ! query.q must be integer
  what may be a number or a text is a number where it is written as one
    query q {anyOf: [{type: integer, maximum: 9}, {type: boolean}, ${TEXT}]}
    ?q=5 => {q: 5}
    ?q=true => {q: true}
    ?q=007 => {q: '007'}
    ?q=1e1 => {q: '1e1'}
    ?q=5.0 => {q: '5.0'}
    ?q=10 => {q: '10'}
    ?q=a => {q: a}
  a reading that helps one parameter, and none for another
    query q {anyOf: [{type: integer, maximum: 9}, ${TEXT}]}
    query r ${INT}
    ?q=10&r=x || ?r=x => ! query.r must be integer
  a number or members
    query q {anyOf: [{type: object, properties: {a: ${INT}}}, ${INT}]}
    ?q=1 => {q: 1}
    ?a=1 => {q: {a: 1}}
    ?a=x => ! query.q…
  one or many
    query q {oneOf: [${INT}, ${INTS}]}
    ?q=1 => {q: 1}
    ?q=1&q=2 => {q: [1, 2]}
    ?q=a || ?q=a&q=b => ! query.q…
  one or a list
    query q {schema: {oneOf: [${TEXT}, ${STRINGS}]}, explode: false}
    ?q=a => {q: a}
    ?q=a,b => {q: [a, b]}
  a word or a list that has others
    query q {anyOf: [{enum: [all]}, {type: array, items: {enum: [a, b]}}]}
    ?q=all => {q: all}
    ?q=a => {q: [a]}
    ?q=c => ! query.q…
  items that are no numbers though they look so
    query q {type: array, items: {anyOf: [{type: integer, maximum: 9}, ${TEXT}]}}
    ?q=1&q=a => {q: [1, a]}
    ?q=10&q=a => {q: ['10', a]}
  arrays of arrays
    query q {type: array, items: ${INTS}}
    ?q=1,2&q=3 => {q: [[1, 2], [3]]}
    ?q=%5B1%5D&q=2 => {q: [[1], [2]]}
  arrays of lists between pipes
    query q {schema: {type: array, items: ${INTS}}, style: pipeDelimited, explode: false}
    ?q=1,2|3 => {q: [[1, 2], [3]]}
  tuples
    query q {schema: {type: array, prefixItems: [${INT}, ${TEXT}], items: {type: boolean}}, explode: false}
    ?q=1,2,true => {q: [1, '2', true]}
  an enum without a type
    query q {enum: [1, 2, a, null]}
    ?q=1 => {q: 1}
    ?q=a => {q: a}
    ?q=3 => ! query.q…
  arrays of objects are JSON, which has a way to write them
    query q {type: array, items: {type: object, properties: {id: ${INT64}, 'n': {type: number}}}}
    ?q=%7B%22id%22:9007199254740993,%22n%22:9007199254740993%7D&q={} => {q: [{id: 9007199254740993n, 'n': 9007199254740992}, {}]}
    ?q=%7B%22id%22:1,%22id%22:2%7D => ! query.q must be JSON: an object has a member twice
    ?q=%7B%22x%22:[1]%7D => {q: [{x: [1]}]}
    ?q=%7B%22n%22:1e400%7D => ! query.q/0/n must be number
    ?q=1 => ! query.q/0 must be object
  objects in a list
    query q {schema: {type: object, properties: {a: ${INT}, b: ${STRINGS}}}, explode: false}
    ?q=a,1,c,x || ?q=a%2C1%2cc%2Cx => {q: {a: 1, c: x}}
    ?q=a,1,c,x%2Cy => {q: {a: 1, c: 'x,y'}}
    ?q=b,1,b,2 => {q: {b: ['1', '2']}}
    ?q= => {q: {}}
    ?q=%7B%22a%22%3A1%7D => {q: {a: 1}}
    ?q=__proto__,1 => ! query.q ${POLLUTING}
    ?q=a => ! query.q must be a list of names and values
    ?q=a,1,a,2 => ! query.q/a ${ONCE}
    ?q=a,1&q=a,2 => ! query.q ${ONCE}
    ?q=a,x => ! query.q/a must be integer
  deep objects
    query q {schema: {type: object, properties: {a: {type: object, properties: {b: ${INT64}}}, list: ${INTS}, objects: {type: array, items: {type: object, properties: {'n': ${INT}}}}}}, ${DEEP}}
    ?q[a][b]=9007199254740993 => {q: {a: {b: 9007199254740993n}}}
    ?q%5Ba%5D%5Bb%5D=1 => {q: {a: {b: 1n}}}
    ?q[list][]=1&q[list][]=2 || ?q[list]=1&q[list]=2 => {q: {list: [1, 2]}}
    ?q[list][1]=1&q[list][0]=2&q[list][]=3 => {q: {list: [2, 1, 3]}}
    ?q[objects][0][n]=1&q[objects][7][n]=2 => {q: {objects: [{'n': 1}, {'n': 2}]}}
    ?q[x]=1&q[y][z]=2 => {q: {x: '1', 'y': {z: '2'}}}
    ?q[]=1 => {q: {'': '1'}}
    ?q[__proto__][polluted]=1 => ! query.q ${POLLUTING}
    ?q[constructor][prototype][polluted]=1 => ! query.q ${POLLUTING}
    ?q[constructor]=1 => {q: {constructor: '1'}}
    ?q[a]=1 => ! query.q/a must be object
    ?q[a][b]=1&q[a]=2 => ! query.q/a ${ONCE}
    ?q[a][b]=1&q[a][b]=2 => ! query.q/a/b ${ONCE}
    ?q[objects][][n]=1&q[objects][][n]=2 => ! query.q/objects/0/n ${ONCE}
    ?q=1 => ! query.q must be object
    ?q${'[a]'.repeat(17)}=1 => ! query is nested too deeply
    ?q[a][b]=% => ! query.q/a/b ${UTF8}
    ?q[x[y]]=1 || ?q[x%5By%5D]=1 || ?q%5Bx%5By%5D%5D=1 => {q: {'x[y]': '1'}}
    ?q[a]b]=1&q[y][z[]=2 => {q: {'a]b': '1', 'y': {'z[': '2'}}}
    ?q[=1 || ?q[a]b=1 || ?r[a]=1 => {}
  a list or a number in brackets
    query expand {schema: ${STRINGS}, ${DEEP}}
    query q {schema: {anyOf: [{type: object, properties: {gt: ${INT}}}, ${INT}]}, ${DEEP}}
    ?expand[]=a&expand[]=b => {expand: [a, b]}
    ?expand[0]=a || ?expand=a => {expand: [a]}
    ?q[gt]=5 => {q: {gt: 5}}
    ?q=5 => {q: 5}
    ?expand[a]=1 => ! query.expand must be array
  a number is no place for brackets
    query q {schema: ${INT}, ${DEEP}}
    query 'q[x]' ${TEXT}
    ?q[a]=1 => {}
    ?q[x]=1 => {'q[x]': '1'}
  names with brackets before brackets
    query q {schema: {type: object, properties: {a: ${STRINGS}}}, ${DEEP}}
    query 'q[a]' {schema: {type: object}, ${DEEP}}
    query '''] = x[''' {schema: {type: object}, ${DEEP}}
    ?q[a][b]=1&q[b]=2 => {q: {b: '2'}, 'q[a]': {b: '1'}}
    ?%27]%20=%20x[%27[a]=1 => {}
    ?%27]%20%3D%20x[%27[a]=1 => {'''] = x[''': {a: '1'}}
    ?'] %3D x['[a]=1&'] %3D x['[a]=1 => ! query.'] = x['/a ${ONCE}
  objects whose members stand alone
    query q {type: object, properties: {a: ${INT}, limit: ${INT}, tags: ${STRINGS}}}
    query limit ${TEXT}
    ?a=1&limit=2&tags=x&tags=y => {q: {a: 1, tags: [x, 'y']}, limit: '2'}
    ?q=%7B%22a%22:1%7D => {q: {a: 1}}
    ?z=1 => {}
    ?a=1&a=2 => ! query.q/a ${ONCE}
    ?a=x => ! query.q/a must be integer
  a member that two objects have is a member of both
    query q {type: object, properties: {a: ${INT}}}
    query r {type: object, properties: {a: ${TEXT}}}
    ?a=1 => {q: {a: 1}, r: {a: '1'}}
  objects that take every other name
    query q {type: object, properties: {a: ${TEXT}}, additionalProperties: ${INT}}
    query limit ${TEXT}
    ?a=1&b=2&limit=3 => {q: {a: '1', b: 2}, limit: '3'}
    ?b=2&__proto__=4 => ! query.q ${POLLUTING}
    ?b=x => ! query.q/b must be integer
  closed objects
    query q {schema: {type: object, properties: {a: ${TEXT}}, additionalProperties: false}, ${DEEP}}
    ?q[b]=1 => ! query.q/b is not allowed
    ?q[a]=1 => {q: {a: '1'}}
  objects by patterns
    query q {schema: {type: object, patternProperties: {'^n': ${INT}}}, ${DEEP}}
    ?q[n1]=1 => {q: {n1: 1}}
  JSON
    query q {content: {application/json: {schema: {type: object, properties: {id: ${INT64}, 'n': ${INT}, ids: {type: array, items: ${INT64}}}}}}}
    ?q=%7B%22id%22%3A9223372036854775807%2C%22n%22%3A1%2C%22ids%22%3A%5B1%5D%7D => {q: {id: 9223372036854775807n, 'n': 1, ids: [1n]}}
    ?q={"x":9223372036854775807} => {q: {x: 9223372036854775808}}
    ?q={"__proto__":1} => ! query.q must be JSON: an object has a member \`__proto__\` or…
    ?q={"n":1e400} => ! query.q/n must be integer
    ?q={"id":1.5} => ! query.q/id must be int64
    ?q={ => ! query.q must be JSON: the text is not valid JSON: it ends too early
    ?q="%5CuD800" => ! query.q must be JSON: a string has a lone surrogate
    ?q=1&q=2 => ! query.q ${ONCE}
    ?q=1 => ! query.q must be object
  JSON beside int64s
    query q {content: {application/json: {schema: ${INTS}}}}
    query r ${INT64}
    ?q=[1]&r=1 => {q: [1], r: 1n}
  another media type
    query q {content: {text/plain: {schema: ${INT}}}}
    ?q=1 => {q: 1}
    ?q=a => ! query.q must be integer
  defaults
    query q {schema: {type: object, properties: {id: ${INT64}}, default: {id: 5}}, ${DEEP}}
    query r {type: array, items: ${INT64}, default: [7]}
    query s {schema: {type: object, additionalProperties: ${INT64}, default: {x: 1}}, ${DEEP}}
    - => {q: {id: 5n}, r: [7n], s: {x: 1n}}
`)

t.test('queries', (t) => checkRows(t, rows))
t.equal(({} as { polluted?: unknown }).polluted, undefined)
t.test('the types of the handler match', (t) => checkTypes(t, rows))

import t from 'tap'
import { DocumentError } from '#toolkit/generator/diagnostics/problems.js'
import { load } from '#toolkit/generator/load/load.js'
import { parse } from '#toolkit/generator/load/source.js'
import { rowsOf } from '../../helpers/rows.js'

t.test('a source locates its values', async (t) => {
  const source = parse(
    'a.yaml',
    ['a: 1', 'paths:', '  /x/{id}:', "    'a~b%': {c: [1, {d: e}]}", '  200: *anchor']
      .join('\n')
      .replace('*anchor', 'x'),
  )
  const table: [pointer: string, line: number, column: number][] = [
    ['#', 1, 1],
    ['#/a', 1, 1],
    ['#/paths/~1x~1{id}/a~0b%25', 4, 5],
    ['#/paths/~1x~1{id}/a~0b%25/c/1', 4, 21],
    ['#/paths/~1x~1{id}/a~0b%25/c/1/d', 4, 22],
    ['#/paths/200', 5, 3],
    ['#/paths/200/missing/deep', 5, 3],
    ['#/nothing', 1, 1],
  ]
  for (const [pointer, line, column] of table)
    t.same(source.locate(pointer), { line, column }, pointer)
})

t.test('aliases lead to their anchor', async (t) => {
  const source = parse('a.yaml', 'a: &x {b: 1}\nc: *x')
  t.same(source.value, { a: { b: 1 }, c: { b: 1 } })
  t.same(source.locate('#/c/b'), { line: 1, column: 8 })
})

t.test('an empty value has the position of the value before it', async (t) => {
  const source = parse('a.yaml', 'a:\n  - 1\n  -\n  - b: \n    c:')
  t.same(source.locate('#/a/1'), { line: 2, column: 5 })
  t.same(source.locate('#/a/2/b'), { line: 4, column: 5 })
})

t.test('one file is one document', async (t) => {
  for (const text of ['a: 1\n---\n', 'a: 1\n---\n# b\n...\n---', '---\na: 1\n...'])
    t.same(parse('a.yaml', text).value, { a: 1 }, text)
  const table: [text: string, line: number, column: number][] = [
    ['a: 1\n---\nb: 2', 3, 1],
    ['---\n---\nb: 2', 3, 1],
    ['a: 1\n---\n---\n- [b]', 4, 1],
    ['a: 1\n---\n "b"', 3, 2],
    ['a: 1\n--- *b', 2, 5],
  ]
  for (const [text, line, column] of table) {
    const message = `a.yaml:${line}:${column} # a second document follows the first; remove the line \`---\`, or what follows it`
    t.throws(() => parse('a.yaml', text), { message }, text)
  }
})

t.test('integers are exact', async (t) => {
  const { value } = parse('a.json', '{"a":9223372036854775807,"b":3,"c":1.5,"d":-9007199254740991}')
  t.same(value, { a: 9223372036854775807n, b: 3, c: 1.5, d: -9007199254740991 })
})

t.test('a member named __proto__ is a member', async (t) => {
  const { value } = parse('a.yaml', '__proto__: {polluted: true}')
  t.same(Object.keys(value as object), ['__proto__'])
  t.equal(({} as Record<string, unknown>).polluted, undefined)
})

t.test('an error of reading or parsing is one line with its location', async (t) => {
  t.throws(() => load('no/such.yaml'), {
    message:
      'no/such.yaml:1:1 # the document cannot be read: there is no such file (ENOENT); name a readable file',
  })
  const folder = t.testdir({ loop: t.fixture('symlink', 'loop'), file: '', 'pets.yaml': '' })
  t.throws(() => load(`${folder}/owners.yaml`), { message: /\(ENOENT\); name a readable file$/ })
  t.throws(() => load(`${folder}/petss.yaml`), {
    message: /\(ENOENT\); did you mean `pets.yaml`\?$/,
  })
  const table: [file: string, reason: string][] = [
    [folder, 'it is a folder (EISDIR)'],
    [`${folder}/file/x`, 'there is no such folder (ENOTDIR)'],
    [`${folder}/loop`, 'its links lead in a circle (ELOOP)'],
    [`${folder}/${'x'.repeat(300)}`, 'ENAMETOOLONG'],
  ]
  for (const [file, reason] of table) {
    const message = `${file}:1:1 # the document cannot be read: ${reason}; name a readable file`
    t.throws(() => load(file), { message })
  }
  const broken = () => parse('a.yaml', 'a: 1\nb: [1,\n')
  t.throws(broken, DocumentError)
  t.throws(broken, { message: /^a\.yaml:3:1 # a bracket .* is not closed; close it$/ })
  t.throws(() => parse('a.json', '{\n  "a": 1,\n}'), {
    message: /^a\.json:3:1 # a comma is too many; remove the one before this/,
  })
})

t.test('values of YAML that JSON does not have', async (t) => {
  const table: [text: string, want: unknown][] = [
    ['a: &x {b: 1}\nc: {<<: *x, d: 2}', { a: { b: 1 }, c: { b: 1, d: 2 } }],
    [
      'a: 0x10\nb: 010\nc: +9007199254740993\nd: 1e3\ne: 2024-01-01\nf: yes',
      { a: 16, b: 10, c: 9007199254740993n, d: 1000, e: '2024-01-01', f: 'yes' },
    ],
    ['a: &k key\n*k : {b: 200}', { a: 'key', key: { b: 200 } }],
    ['a:\n  b: {\n    c: [\n      1\n    ]\n  }', { a: { b: { c: [1] } } }],
    ['z: 0xFFFFFFFFFFFFFFFFFF', { z: Number('0xFFFFFFFFFFFFFFFFFF') }],
    ['', undefined],
  ]
  for (const [text, want] of table) {
    const source = parse('a.yaml', text)
    t.same(source.value, want, text)
    t.same(source.locate('#/x'), { line: 1, column: 1 })
    t.same(source.locate('no pointer'), { line: 1, column: 1 })
  }
})

const WORD = 'write true, false, null, or a text in double quotes'

/** Texts that are no JSON, where ¶ is a new line, the places of their errors, and what is told. */
const WRONG = rowsOf(String.raw`
  {"a": 1,¶ "b": tru e f: g} | 2:10 | tru is no value of JSON; ${WORD}
  {a: 1} | 1:2 | the key a is not in double quotes; write it in them
  {200: 1} | 1:2 | the key 200 is not in double quotes; write it in them
  {"a": NaN} | 1:7 | NaN is no value of JSON; ${WORD}
  {"a": None} | 1:7 | None is no value of JSON; ${WORD}
  {"a": cat} | 1:7 | cat is no value of JSON; ${WORD}
  [1,¶] | 2:1 | a comma is too many; remove the one before this
  {"a": 1,} | 1:9 | a comma is too many; remove the one before this
  [1 "a"] | 1:4 | a comma is missing; add it before this
  {"a": 1 "b": 2} | 1:9 | a comma is missing; add it before this
  {"a": 1 // one¶} | 1:9 | JSON has no comments; remove it, or save the document as YAML
  # one¶{} | 1:1 | JSON has no comments; remove it, or save the document as YAML
  {'a': 1} | 1:2 | ' is no quotation mark of JSON; write "
  {“a”: 1} | 1:2 | “ is no quotation mark of JSON; write "
  ["\d"] | 1:4 | \d is no escape of JSON; write \\ for a backslash
  ["a¶b"] | 1:4 | a text ends on the line that it starts on; write \n for a line break
  {"a":¶ tru} | 2:5 | tru is no value of JSON; ${WORD}
  { | 1:2 | a bracket or a quotation mark is not closed; close it
  {"a": {"b": 1} | 1:15 | a bracket or a quotation mark is not closed; close it
  {} x | 1:4 | this follows the end of the document; remove it, or a bracket too many before it
`)

t.test('JSON is parsed by the platform, and its errors have positions', async (t) => {
  t.same(parse('a.json', '{"a": [1, 2.5]}').value, { a: [1, 2.5] })
  for (const [text = '', place, message] of WRONG) {
    const given = text.replaceAll('¶', '\n')
    t.throws(() => parse('a.json', given), { message: `a.json:${place} # ${message}` }, text)
  }
  t.throws(() => parse('a.json', '[=]'), {
    message: /^a\.json:1:2 # .*; correct the YAML or JSON syntax$/,
  })
  t.equal(parse('a.json', ' \n').value, undefined)
  t.equal(parse('a.json', '"a"').value, 'a')
  t.throws(() => parse('a.json', '{"a":\n [1, 1e400]}'), {
    message: 'a.json:2:6 #/a/1 Infinity is no JSON number; write a number, or a string',
  })
})

t.test('a duplicate member is rejected in JSON, too', async (t) => {
  const { value, problems } = parse('a.json', '{"a": {"b": 1},\n "a": 2}')
  t.same(value, { a: { b: 1 } })
  const message = 'the key "a" is there twice, again at 2:2'
  t.same(problems, [{ pointer: '#/a', message, advice: 'remove one of them, or rename it' }])
  t.throws(() => parse('a.yaml', 'a: 1\na: 2', 'b/a.yaml'), {
    message: /^a\.yaml:1:1 #\/a the key "a" is there twice, again at 2:1; remove/,
  })
  const text = '{"a": "b\\": c", "d": ["e", {"f:": "\\\\"}], "": ":"}'
  t.same(parse('a.json', text).value, JSON.parse(text))
})

t.test('a document is UTF-8, with or without a byte order mark', async (t) => {
  const json = '{"a": 1}'
  const little = (text: string) => Buffer.from(text, 'utf16le')
  const folder = t.testdir({
    'mark.json': `\ufeff${json}`,
    'bad.json': Buffer.from([0x22, 0xff, 0x22]),
    'short.json': '1',
    'le.json': little(`\ufeff${json}`),
    'be.json': little(`\ufeff${json}`).swap16(),
    'bare-le.json': little(json),
    'bare-be.json': little(json).swap16(),
  })
  t.same(load(`${folder}/mark.json`).value, { a: 1 })
  for (const file of ['bad', 'le', 'be', 'bare-le', 'bare-be']) {
    const told =
      file === 'bad' ? 'not UTF-8; name a text, saved as UTF-8' : 'UTF-16; save it as UTF-8'
    const message = `${folder}/${file}.json:1:1 # the document cannot be read: it is ${told}`
    t.throws(() => load(`${folder}/${file}.json`), { message }, file)
  }
  t.equal(load(`${folder}/short.json`).value, 1)
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  t.doesNotThrow(() => parse('a.json', deep(256)))
  t.throws(() => parse('a.json', deep(3000)), {
    message:
      'a.json:1:9 #/0/0/0/0/0/0/0/0 it nests deeper than 256 levels; nest less, or refer with `$ref`',
  })
})

t.test('aliases may repeat values, within limits', async (t) => {
  const items = (count: number, what: string) => `[${Array(count).fill(what).join(', ')}]`
  const twice = `a: &a ${items(700, '1')}\nb: ${items(300, '*a')}`
  t.doesNotThrow(() => parse('a.yaml', twice), 'less than 250000')
  t.throws(() => parse('a.yaml', `${twice}\nc: ${items(300, '*a')}`), {
    message:
      'a.yaml:1:1 # its aliases expand to more than 250000 values, 10 times the written ones; refer with `$ref` instead',
  })
  const much = `a: &a ${items(90_000, '1')}\nb: ${items(3, '*a')}`
  t.doesNotThrow(() => parse('a.yaml', much), 'less than ten times as many')
})

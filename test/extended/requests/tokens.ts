import { type Chance, randomNumber, randomTokens } from '../../toolkit/runtime/json/random.js'

/** The tokens of a JSON text, each with the space before it. */
const TOKEN = /\s*(?:[{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+)/g

const VALUES = [
  ...['null', 'true', 'false', '[]', '{}', '[[]]', '[null]', '{"":{}}', '""', '" "', '"a"', '"1"'],
  ...['0', '-0', '-1', '1', '1.0', '1e2', '1.5', '0.1', '1e400', '-1e400', '1e-400', '1E+2'],
  ...['2147483647', '2147483648', '-2147483648', '-2147483649', '9007199254740993'],
  ...['9223372036854775807', '9223372036854775808', '-9223372036854775808'],
  ...['-9223372036854775809', '9223372036854775807.0', '922337203685477580.7e1'],
  ...['1.0000000000000000001', '123456789012345678901234567890', '9007199254740992.5'],
  ...['"\\ud800"', '"\\udc9a\\ud83d"', '"\\ud83d\\udc9a"', '"💚"', '"\\u0000"', '"\\u0022"'],
  '"\\/"',
  ...['"2024-02-29"', '"2023-02-29"', '"2024-02-30"', '"24-1-1"', '"2024-02-29T23:59:60Z"'],
  ...['"2024-02-29T12:00:00Z"', '"2024-02-29 12:00:00+25:00"', '"2024-02-29T12:00:00"'],
  ...['"1990-12-31t15:59:60.5-08:00"', '"12:00:00Z"', '"P1D"', '"P"', '"192.0.2.1"'],
  ...['"192.0.2.256"', '"::"', '"2001:db8::1"', '"a@example.com"', '"a@"', '"a b@example.com"'],
  ...['"https://example.com/a"', '"http://"', '"/a"', '"a.example.com"', '"-"'],
  ...['"123e4567-e89b-12d3-a456-426614174000"', '"123E4567-E89B-12D3-A456-42661417400g"'],
  ...['{"__proto__":{"a":1}}', '{"constructor":null}', '{"a":1,"\\u0061":2}'],
  `"${'x'.repeat(300)}"`,
]

const NAMES = [
  ...['"x"', '"__proto__"', '"constructor"', '"toString"', '""', '"\\u0069d"', '"hasOwnProperty"'],
]

const ODD = [
  ...'{}[],:"\\-+.eE0',
  ...['\t', '\u00a0', '\ufeff', '01', '1.', '.5', 'NaN', 'nul', "'a'", '//'],
]

/** A JSON text with some tokens changed. `others` are texts whose parts may be put in. */
export function mutated(text: string, others: readonly string[], random: Chance): string {
  const tokens = text.match(TOKEN) ?? []
  for (let count = random.pick([1, 1, 1, 2, 3]); count > 0; count--) change(tokens, others, random)
  return tokens.join('')
}

/** A place in a text where a value begins, and what the text is made of. */
interface Spot {
  readonly tokens: string[]
  readonly at: number
  readonly others: readonly string[]
  readonly random: Chance
}

type Change = (spot: Spot) => void

function change(tokens: string[], others: readonly string[], random: Chance): void {
  const at = random.pick(valuesIn(tokens))
  if (at === undefined || random.below(12) === 0) breakSyntax(tokens, random)
  else
    random.pick(tokens[at - 1]?.trim() === ':' ? OF_MEMBERS : OF_ITEMS)({
      tokens,
      at,
      others,
      random,
    })
}

const replace: Change = ({ tokens, at, random }) => {
  tokens.splice(at, lengthAt(tokens, at), newValue(random))
}

const bury: Change = ({ tokens, at, random }) => {
  tokens[at] = deep(random)
}

const transplant: Change = ({ tokens, at, others, random }) => {
  const donor = (random.pick(others) ?? '').match(TOKEN) ?? []
  const from = random.pick(valuesIn(donor))
  if (from === undefined) return
  tokens.splice(at, lengthAt(tokens, at), ...donor.slice(from, from + lengthAt(donor, from)))
}

const removeMember: Change = ({ tokens, at }) => {
  removeAt(tokens, at - 2, at + lengthAt(tokens, at))
}

const rename: Change = ({ tokens, at, random: { pick } }) => {
  tokens[at - 2] = pick([...NAMES, pick(tokens.filter(isText)) ?? '"y"'])
}

const addMember: Change = ({ tokens, at, random }) => {
  const name = random.pick([...NAMES, tokens[at - 2] as string])
  tokens.splice(at - 2, 0, name, ':', newValue(random), ',')
}

const swap: Change = ({ tokens, at, random }) => {
  const other = random.pick(valuesIn(tokens)) as number
  if (lengthAt(tokens, at) > 1 || lengthAt(tokens, other) > 1) return
  const kept = tokens[at] as string
  tokens[at] = tokens[other] as string
  tokens[other] = kept
}

const removeItem: Change = ({ tokens, at }) => {
  if (isItem(tokens, at)) removeAt(tokens, at, at + lengthAt(tokens, at))
}

const repeatItem: Change = ({ tokens, at }) => {
  const end = at + lengthAt(tokens, at)
  if (isItem(tokens, at)) tokens.splice(end, 0, ',', ...tokens.slice(at, end))
}

const OF_ALL = [replace, replace, replace, replace, transplant, bury, swap]
const OF_MEMBERS = [
  ...OF_ALL,
  ...OF_ALL,
  ...[removeMember, removeMember, removeMember, rename, addMember],
]

const OF_ITEMS = [...OF_ALL, removeItem, repeatItem, repeatItem]

function isItem(tokens: readonly string[], at: number): boolean {
  return [',', '['].includes(tokens[at - 1]?.trim() ?? '')
}

function newValue(random: Chance): string {
  const kind = random.below(10)
  if (kind === 0) return randomTokens(random).join('')
  return kind === 1 ? randomNumber(random) : random.pick(VALUES)
}

/** Around as deep as a text may be. */
function deep({ pick }: Chance): string {
  const count = pick([8, 200, 250, 254, 255, 256, 257])
  const [open, close] = pick([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const)
  return `${open.repeat(count)}1${close.repeat(count)}`
}

function isText(token: string): boolean {
  return token.trim().startsWith('"')
}

/** Positions where values begin: tokens that are neither punctuation nor a name. */
function valuesIn(tokens: readonly string[]): number[] {
  return tokens.flatMap((token, index) => {
    const isName = tokens[index + 1]?.trim() === ':'
    return isName || /^\s*[}\],:]/.test(token) ? [] : [index]
  })
}

/** Number of tokens of the value that begins there. */
function lengthAt(tokens: readonly string[], start: number): number {
  let depth = 0
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at]?.trim()
    if (token === '{' || token === '[') depth++
    if (token === '}' || token === ']') depth--
    if (depth <= 0) return at - start + 1
  }
  return tokens.length - start
}

/** Takes a member or item out, with one of the commas beside it. */
function removeAt(tokens: string[], start: number, end: number): void {
  if (tokens[end]?.trim() === ',') tokens.splice(start, end + 1 - start)
  else if (tokens[start - 1]?.trim() === ',') tokens.splice(start - 1, end + 1 - start)
  else tokens.splice(start, end - start)
}

function breakSyntax(tokens: string[], { below, pick }: Chance): void {
  const at = below(tokens.length + 1)
  const kind = below(4)
  if (kind === 0) tokens.splice(at, 1)
  else if (kind === 1) tokens.splice(at, 0, pick(ODD))
  else if (kind === 2) tokens.length = Math.min(at, tokens.length)
  else tokens.push(pick([' ', '\n', '1', '{}', ',']))
}

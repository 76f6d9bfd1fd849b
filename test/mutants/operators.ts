import type { AnyNode, Expression } from 'acorn'

/** A change of a program: `text` instead of what stands from `start` to `end`. */
export interface Change {
  readonly operator: string
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Replacements of a node, as an operator and a text each. */
type Becomes = [operator: string, text: string][]

/** The text of a node. */
type Code = (node: { readonly start: number; readonly end: number }) => string

type Rule<T> = (node: T, code: Code) => Becomes

const BOUNDARIES: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }

const NEGATIONS: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}

const ARITHMETIC: Record<string, string> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '**': '*',
  '&': '|',
  '|': '&',
  '^': '&',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
}

/** One more than so many is hardly another limit: a number as large becomes 0. */
const LARGE = 100

const LOGICAL: Record<string, string> = { '&&': '||', '||': '&&', '??': '&&' }

/** Methods that become another, or are left out: `text.trim()` becomes `text`. */
const METHODS: Record<string, string> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
  trim: '',
  filter: '',
  slice: '',
  sort: '',
  toSorted: '',
  reverse: '',
  toReversed: '',
}

type Rules = { readonly [T in AnyNode['type']]?: Rule<Extract<AnyNode, { type: T }>> }

const rules: Rules = {
  BinaryExpression: (node, code) => {
    const swap = (operator: string, by: Record<string, string>): Becomes => {
      const other = by[node.operator]
      return other === undefined ? [] : [[operator, swapped(node, other, code)]]
    }
    const isText = node.operator === '+' && (makesText(node.left) || makesText(node.right))
    return [
      ...swap('boundary', BOUNDARIES),
      ...swap('negation', NEGATIONS),
      ...(isText ? [] : swap('arithmetic', ARITHMETIC)),
    ]
  },
  LogicalExpression: (node, code) => [
    ['logical', swapped(node, LOGICAL[node.operator] as string, code)],
  ],
  UnaryExpression: (node, code) =>
    node.operator === '!' || node.operator === '-' ? [['sign', `(${code(node.argument)})`]] : [],
  UpdateExpression: (node, code) => [
    ['arithmetic', code(node).replace(/\+\+|--/, (sign) => (sign === '++' ? '--' : '++'))],
  ],
  AssignmentExpression: (node, code) => {
    const sign = node.operator.slice(0, -1)
    const other =
      sign === '' || makesText(node.right) ? undefined : (ARITHMETIC[sign] ?? LOGICAL[sign])
    const changed = `(${code(node.left)} ${other}= ${code(node.right)})`
    return other === undefined ? [] : [['assignment', changed]]
  },
  ExpressionStatement: (node) => (node.directive === undefined ? [['statement', ';']] : []),
  IfStatement: ({ alternate, consequent }) =>
    (alternate ?? undefined) === undefined && leaves(consequent) ? [['early exit', ';']] : [],
  ReturnStatement: ({ argument }) =>
    isNothing(argument) ? [] : [['return value', 'return undefined;']],
  AwaitExpression: (node, code) => [['await', `(${code(node.argument)})`]],
  MemberExpression: (node, code) =>
    node.optional ? [['optional chain', withoutOption(node.object.end, node, code)]] : [],
  CallExpression: (node, code) => {
    const { callee } = node
    if (node.optional) return [['optional chain', withoutOption(callee.end, node, code)]]
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return []
    const { property, object } = callee
    const other =
      callee.computed || !Object.hasOwn(METHODS, property.name) ? undefined : METHODS[property.name]
    if (other === undefined) return []
    if (other === '') return [['method', code(object)]]
    const rest = { start: property.end, end: node.end }
    return [['method', code({ start: node.start, end: property.start }) + other + code(rest)]]
  },
  Literal: ({ value, bigint }) => {
    if (typeof value === 'number') return [['constant', `${value < LARGE ? value + 1 : 0}`]]
    if (typeof value === 'bigint') return [['constant', `${BigInt(bigint as string) + 1n}n`]]
    if (typeof value === 'boolean') return [['constant', `${!value}`]]
    return typeof value === 'string' ? [['text', value === '' ? "'mutated'" : "''"]] : []
  },
  TemplateLiteral: (node, code) => (code(node) === '``' ? [] : [['text', '``']]),
  ArrayExpression: ({ elements }) => (elements.length === 0 ? [] : [['array', '[]']]),
  ObjectExpression: ({ properties }) => (properties.length === 0 ? [] : [['object', '{}']]),
}

/** A binary expression with another operator; in parentheses, since that binds otherwise. */
function swapped(node: { left: Node; right: Node }, operator: string, code: Code): string {
  return `((${code(node.left)}) ${operator} (${code(node.right)}))`
}

type Node = { readonly start: number; readonly end: number }

function withoutOption(from: number, node: Node, code: Code): string {
  const rest = code({ start: from, end: node.end })
  return code({ start: node.start, end: from }) + rest.replace(/\?\.(?=[[(])|\?(?=\.)/, '')
}

/** True if the result is nothing, or `false`, which counts as nothing: `true` is another change. */
function isNothing(node: AnyNode | null | undefined): boolean {
  if (node?.type === 'Literal') return node.value === false || node.value === null
  return node == null || (node.type === 'Identifier' && node.name === 'undefined')
}

function makesText(node: AnyNode): boolean {
  if (node.type === 'BinaryExpression') return makesText(node.left) || makesText(node.right)
  return (
    node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
  )
}

/** True if a statement does nothing but leave. */
function leaves(node: AnyNode): boolean {
  if (node.type === 'BlockStatement')
    return node.body.length === 1 && leaves(node.body[0] as AnyNode)
  return /^(Return|Throw|Continue|Break)Statement$/.test(node.type)
}

/** True if a condition has no operator of its own that is changed: it is negated as a whole. */
function isPlain(test: Expression): boolean {
  if (test.type === 'BinaryExpression') return !Object.hasOwn(NEGATIONS, test.operator)
  return !(test.type === 'UnaryExpression' && test.operator === '!')
}

/** Names of modules and of members are no values. */
function isValue(node: AnyNode, parent: AnyNode | undefined): boolean {
  if (parent === undefined) return true
  if (/^(Import|Export)/.test(parent.type)) return false
  const isKey = 'key' in parent && parent.key === node && 'computed' in parent
  return !(isKey && !parent.computed)
}

/** Possible changes of a node. */
export function changesOf(node: AnyNode, parent: AnyNode | undefined, source: string): Change[] {
  const code: Code = ({ start, end }) => source.slice(start, end)
  const rule = rules[node.type] as Rule<AnyNode> | undefined
  const own = isValue(node, parent) ? (rule?.(node, code) ?? []) : []
  const changes = own.map(([operator, text]) => ({
    ...{ operator, text },
    ...{ start: node.start, end: node.end },
  }))
  const change = (operator: string, { start, end }: Node, text: string) => {
    changes.push({ operator, start, end, text })
  }
  if ('test' in node && node.type !== 'SwitchCase' && node.test && isPlain(node.test)) {
    change('negation', node.test, `!(${code(node.test)})`)
  }
  if (node.type === 'ArrowFunctionExpression' && node.expression && !isNothing(node.body)) {
    change('return value', node.body, 'undefined')
  }
  return changes.filter(({ start, end, text }) => source.slice(start, end) !== text)
}
